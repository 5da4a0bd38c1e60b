/** A switch expression over an enum, and ordinals. */
public class SwitchArrows {
    private enum Step { FIRST, SECOND, THIRD }

    private Step step = Step.FIRST;

    public String advance() {
        String name = switch (step) {
            case FIRST -> {
                step = Step.SECOND;
                yield "second";
            }
            case SECOND -> {
                step = Step.THIRD;
                yield "third";
            }
            case THIRD -> throw new IllegalStateException("there is no fourth");
        };
        return name;
    }

    public void back() {
        var before = step.ordinal() - 1;
        if (before < 0) {
            throw new IllegalStateException("there is none before");
        }
        step = before == 0 ? Step.FIRST : Step.SECOND;
    }
}

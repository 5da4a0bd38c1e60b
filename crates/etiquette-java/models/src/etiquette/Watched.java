package etiquette;

/** A collection of a model: how many elements it has, how often it was changed, and some element, or null. */
interface Watched {
    int size();

    int changed();

    Object some();
}

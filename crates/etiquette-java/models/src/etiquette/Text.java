package etiquette;

import java.util.stream.IntStream;

/** What builders of texts have in common: a length. Which characters there are is not known. */
public abstract class Text implements CharSequence, Appendable {
    private int length;

    protected final void grow(int by) {
        if (by > Integer.MAX_VALUE - length) Unknown.never();
        length += by;
    }

    protected final void growTimes(int by, int count) {
        if (by > 0 && count > (Integer.MAX_VALUE - length) / by) Unknown.never();
        length += by * count;
    }

    protected static int lengthOf(CharSequence text) {
        return text == null ? 4 : text.length();
    }

    /** How long the text of an object is. */
    protected static int lengthOf(Object object) {
        String text = object == null ? null : object.toString();
        return text == null ? 4 : Unknown.below(Integer.MAX_VALUE);
    }

    /** How long a part is, if there is such a part. */
    protected static int part(CharSequence text, int start, int end) {
        int all = text == null ? 4 : text.length();
        if (start < 0 || start > end || end > all) throw new IndexOutOfBoundsException();
        return end - start;
    }

    protected static int part(char[] text, int offset, int length) {
        int all = text.length;
        if (offset < 0 || length < 0 || offset > all - length) refuse();
        return length;
    }

    /** Which of the two it is differs between methods, and between releases. */
    private static void refuse() {
        if (Unknown.aBoolean()) throw new IndexOutOfBoundsException();
        throw new StringIndexOutOfBoundsException();
    }

    protected static int widthOf(int point) {
        if (point < 0 || point > 0x10FFFF) throw new IllegalArgumentException();
        return point < 0x10000 ? 1 : 2;
    }

    private void check(int index) {
        if (index < 0 || index >= length) throw new StringIndexOutOfBoundsException();
    }

    protected final void checkPlace(int index) {
        if (index < 0 || index > length) throw new StringIndexOutOfBoundsException();
    }

    private void checkRange(int start, int end) {
        if (start < 0 || start > end || end > length) throw new StringIndexOutOfBoundsException();
    }

    /** What is between two places goes; the end may be too far. */
    protected final void cut(int start, int end) {
        int to = end > length ? length : end;
        checkRange(start, to);
        length -= to - start;
    }

    protected final void replaced(int start, int end, String by) {
        int to = end > length ? length : end;
        checkRange(start, to);
        int more = by.length();
        length -= to - start;
        grow(more);
    }

    protected final void cutAt(int index) {
        check(index);
        length--;
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    public int capacity() {
        int more = Unknown.below(Integer.MAX_VALUE);
        return length + more < 0 ? length : length + more;
    }

    public void ensureCapacity(int capacity) {}

    public void trimToSize() {}

    public void setLength(int to) {
        if (to < 0) throw new StringIndexOutOfBoundsException();
        length = to;
    }

    public char charAt(int index) {
        check(index);
        return (char) Unknown.anInt();
    }

    public void setCharAt(int index, char value) {
        check(index);
    }

    public int codePointAt(int index) {
        check(index);
        return Unknown.below(0x110000);
    }

    public int codePointBefore(int index) {
        check(index - 1);
        return Unknown.below(0x110000);
    }

    public int codePointCount(int start, int end) {
        if (start < 0 || start > end || end > length) throw new IndexOutOfBoundsException();
        return end - start - Unknown.below(end - start + 1);
    }

    public int offsetByCodePoints(int index, int points) {
        if (index < 0 || index > length) throw new IndexOutOfBoundsException();
        int found = Unknown.below(length + 1);
        if (points != 0 && Unknown.aBoolean()) throw new IndexOutOfBoundsException();
        return points == 0 ? index : found;
    }

    public void getChars(int start, int end, char[] to, int at) {
        checkRange(start, end);
        if (at < 0 || at > to.length - (end - start)) throw new IndexOutOfBoundsException();
    }

    public String substring(int start) {
        return substring(start, length);
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public String substring(int start, int end) {
        checkRange(start, end);
        return Unknown.aString();
    }

    public int indexOf(String text) {
        if (text == null) throw new NullPointerException();
        return Unknown.below(length + 2) - 1;
    }

    public int indexOf(String text, int from) {
        return indexOf(text);
    }

    public int lastIndexOf(String text) {
        return indexOf(text);
    }

    public int lastIndexOf(String text, int from) {
        return indexOf(text);
    }

    public IntStream chars() {
        return CharSequence.super.chars();
    }

    public IntStream codePoints() {
        return CharSequence.super.codePoints();
    }

    public String toString() {
        return Unknown.aString();
    }
}

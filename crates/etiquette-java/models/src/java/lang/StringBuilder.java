package java.lang;

import etiquette.Text;
import etiquette.Unknown;

/** A length, and any characters. */
public final class StringBuilder extends Text implements java.io.Serializable, Comparable<StringBuilder> {
    public StringBuilder() {}

    public StringBuilder(int capacity) {
        if (capacity < 0) throw new NegativeArraySizeException();
    }

    public StringBuilder(String text) {
        grow(text.length());
    }

    public StringBuilder(CharSequence text) {
        grow(text.length());
    }

    public int compareTo(StringBuilder other) {
        if (other == null) throw new NullPointerException();
        return this == other ? 0 : Unknown.anInt();
    }

    public StringBuilder append(Object object) {
        grow(lengthOf(object));
        return this;
    }

    public StringBuilder append(String text) {
        grow(lengthOf(text));
        return this;
    }

    public StringBuilder append(StringBuffer text) {
        grow(lengthOf(text));
        return this;
    }

    public StringBuilder append(CharSequence text) {
        grow(lengthOf(text));
        return this;
    }

    public StringBuilder append(char[] text) {
        grow(text.length);
        return this;
    }

    public StringBuilder append(boolean value) {
        grow(value ? 4 : 5);
        return this;
    }

    public StringBuilder append(char value) {
        grow(1);
        return this;
    }

    public StringBuilder append(int value) {
        grow(1 + Unknown.below(11));
        return this;
    }

    public StringBuilder append(long value) {
        grow(1 + Unknown.below(20));
        return this;
    }

    public StringBuilder append(float value) {
        grow(3 + Unknown.below(15));
        return this;
    }

    public StringBuilder append(double value) {
        grow(3 + Unknown.below(24));
        return this;
    }

    public StringBuilder append(CharSequence text, int start, int end) {
        grow(part(text, start, end));
        return this;
    }

    public StringBuilder append(char[] text, int offset, int length) {
        grow(part(text, offset, length));
        return this;
    }

    public StringBuilder appendCodePoint(int point) {
        grow(widthOf(point));
        return this;
    }

    public StringBuilder delete(int start, int end) {
        cut(start, end);
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        cutAt(index);
        return this;
    }

    public StringBuilder replace(int start, int end, String text) {
        replaced(start, end, text);
        return this;
    }

    public StringBuilder insert(int index, Object object) {
        checkPlace(index);
        grow(lengthOf(object));
        return this;
    }

    public StringBuilder insert(int index, String text) {
        checkPlace(index);
        grow(lengthOf(text));
        return this;
    }

    public StringBuilder insert(int index, CharSequence text) {
        checkPlace(index);
        grow(lengthOf(text));
        return this;
    }

    public StringBuilder insert(int index, char[] text) {
        checkPlace(index);
        grow(text.length);
        return this;
    }

    public StringBuilder insert(int index, boolean value) {
        checkPlace(index);
        grow(value ? 4 : 5);
        return this;
    }

    public StringBuilder insert(int index, char value) {
        checkPlace(index);
        grow(1);
        return this;
    }

    public StringBuilder insert(int index, int value) {
        checkPlace(index);
        grow(1 + Unknown.below(11));
        return this;
    }

    public StringBuilder insert(int index, long value) {
        checkPlace(index);
        grow(1 + Unknown.below(20));
        return this;
    }

    public StringBuilder insert(int index, float value) {
        checkPlace(index);
        grow(3 + Unknown.below(15));
        return this;
    }

    public StringBuilder insert(int index, double value) {
        checkPlace(index);
        grow(3 + Unknown.below(24));
        return this;
    }

    public StringBuilder insert(int index, CharSequence text, int start, int end) {
        checkPlace(index);
        grow(part(text, start, end));
        return this;
    }

    public StringBuilder insert(int index, char[] text, int offset, int length) {
        checkPlace(index);
        grow(part(text, offset, length));
        return this;
    }

    public StringBuilder repeat(int point, int count) {
        if (count < 0) throw new IllegalArgumentException();
        growTimes(widthOf(point), count);
        return this;
    }

    public StringBuilder repeat(CharSequence text, int count) {
        if (count < 0) throw new IllegalArgumentException();
        growTimes(lengthOf(text), count);
        return this;
    }

    public StringBuilder reverse() {
        return this;
    }
}

package java.lang;

import etiquette.Text;
import etiquette.Unknown;

/** A length, and any characters. */
public final class StringBuffer extends Text implements java.io.Serializable, Comparable<StringBuffer> {
    public StringBuffer() {}

    public StringBuffer(int capacity) {
        if (capacity < 0) throw new NegativeArraySizeException();
    }

    public StringBuffer(String text) {
        grow(text.length());
    }

    public StringBuffer(CharSequence text) {
        grow(text.length());
    }

    public int compareTo(StringBuffer other) {
        if (other == null) throw new NullPointerException();
        return this == other ? 0 : Unknown.anInt();
    }

    public StringBuffer append(Object object) {
        grow(lengthOf(object));
        return this;
    }

    public StringBuffer append(String text) {
        grow(lengthOf(text));
        return this;
    }

    public StringBuffer append(StringBuffer text) {
        grow(lengthOf(text));
        return this;
    }

    public StringBuffer append(CharSequence text) {
        grow(lengthOf(text));
        return this;
    }

    public StringBuffer append(char[] text) {
        grow(text.length);
        return this;
    }

    public StringBuffer append(boolean value) {
        grow(value ? 4 : 5);
        return this;
    }

    public StringBuffer append(char value) {
        grow(1);
        return this;
    }

    public StringBuffer append(int value) {
        grow(1 + Unknown.below(11));
        return this;
    }

    public StringBuffer append(long value) {
        grow(1 + Unknown.below(20));
        return this;
    }

    public StringBuffer append(float value) {
        grow(3 + Unknown.below(15));
        return this;
    }

    public StringBuffer append(double value) {
        grow(3 + Unknown.below(24));
        return this;
    }

    public StringBuffer append(CharSequence text, int start, int end) {
        grow(part(text, start, end));
        return this;
    }

    public StringBuffer append(char[] text, int offset, int length) {
        grow(part(text, offset, length));
        return this;
    }

    public StringBuffer appendCodePoint(int point) {
        grow(widthOf(point));
        return this;
    }

    public StringBuffer delete(int start, int end) {
        cut(start, end);
        return this;
    }

    public StringBuffer deleteCharAt(int index) {
        cutAt(index);
        return this;
    }

    public StringBuffer replace(int start, int end, String text) {
        replaced(start, end, text);
        return this;
    }

    public StringBuffer insert(int index, Object object) {
        checkPlace(index);
        grow(lengthOf(object));
        return this;
    }

    public StringBuffer insert(int index, String text) {
        checkPlace(index);
        grow(lengthOf(text));
        return this;
    }

    public StringBuffer insert(int index, CharSequence text) {
        checkPlace(index);
        grow(lengthOf(text));
        return this;
    }

    public StringBuffer insert(int index, char[] text) {
        checkPlace(index);
        grow(text.length);
        return this;
    }

    public StringBuffer insert(int index, boolean value) {
        checkPlace(index);
        grow(value ? 4 : 5);
        return this;
    }

    public StringBuffer insert(int index, char value) {
        checkPlace(index);
        grow(1);
        return this;
    }

    public StringBuffer insert(int index, int value) {
        checkPlace(index);
        grow(1 + Unknown.below(11));
        return this;
    }

    public StringBuffer insert(int index, long value) {
        checkPlace(index);
        grow(1 + Unknown.below(20));
        return this;
    }

    public StringBuffer insert(int index, float value) {
        checkPlace(index);
        grow(3 + Unknown.below(15));
        return this;
    }

    public StringBuffer insert(int index, double value) {
        checkPlace(index);
        grow(3 + Unknown.below(24));
        return this;
    }

    public StringBuffer insert(int index, CharSequence text, int start, int end) {
        checkPlace(index);
        grow(part(text, start, end));
        return this;
    }

    public StringBuffer insert(int index, char[] text, int offset, int length) {
        checkPlace(index);
        grow(part(text, offset, length));
        return this;
    }

    public StringBuffer repeat(int point, int count) {
        if (count < 0) throw new IllegalArgumentException();
        growTimes(widthOf(point), count);
        return this;
    }

    public StringBuffer repeat(CharSequence text, int count) {
        if (count < 0) throw new IllegalArgumentException();
        growTimes(lengthOf(text), count);
        return this;
    }

    public StringBuffer reverse() {
        return this;
    }
}

package java.util;

import etiquette.Unknown;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.stream.IntStream;

/** The first 64 bits, and whether there are any beyond. */
public class BitSet implements Cloneable, java.io.Serializable {
    private static final int KNOWN = 64;

    private long bits;
    private boolean hasMore;

    public BitSet() {}

    public BitSet(int size) {
        if (size < 0) throw new NegativeArraySizeException();
    }

    private BitSet(long bits, boolean hasMore) {
        this.bits = bits;
        this.hasMore = hasMore;
    }

    private static BitSet any(boolean hasSome) {
        return hasSome ? new BitSet(Unknown.aLong(), Unknown.aBoolean()) : new BitSet();
    }

    public static BitSet valueOf(long[] words) {
        return any(words.length > 0);
    }

    public static BitSet valueOf(LongBuffer words) {
        return any(words.remaining() > 0);
    }

    public static BitSet valueOf(byte[] bytes) {
        return any(bytes.length > 0);
    }

    public static BitSet valueOf(ByteBuffer bytes) {
        return any(bytes.remaining() > 0);
    }

    public byte[] toByteArray() {
        return new byte[isEmpty() ? 0 : 1 + Unknown.below(Integer.MAX_VALUE)];
    }

    public long[] toLongArray() {
        return new long[isEmpty() ? 0 : 1 + Unknown.below(Integer.MAX_VALUE)];
    }

    private static void check(int index) {
        if (index < 0) throw new IndexOutOfBoundsException();
    }

    private static void check(int from, int to) {
        if (from < 0 || to < 0 || from > to) throw new IndexOutOfBoundsException();
    }

    /** Those of the first bits that are between two places. */
    private static long mask(int from, int to) {
        long upward = from < KNOWN ? -1L << from : 0;
        return to < KNOWN ? upward & ~(-1L << to) : upward;
    }

    public void flip(int index) {
        check(index);
        if (index < KNOWN) bits ^= 1L << index;
        else hasMore = !hasMore || Unknown.aBoolean();
    }

    public void flip(int from, int to) {
        check(from, to);
        bits ^= mask(from, to);
        if (to > KNOWN && to > from) hasMore = !hasMore || Unknown.aBoolean();
    }

    public void set(int index) {
        check(index);
        if (index < KNOWN) bits |= 1L << index;
        else hasMore = true;
    }

    public void set(int index, boolean value) {
        if (value) set(index);
        else clear(index);
    }

    public void set(int from, int to) {
        check(from, to);
        bits |= mask(from, to);
        if (to > KNOWN && to > from) hasMore = true;
    }

    public void set(int from, int to, boolean value) {
        if (value) set(from, to);
        else clear(from, to);
    }

    public void clear(int index) {
        check(index);
        if (index < KNOWN) bits &= ~(1L << index);
        else hasMore = hasMore && Unknown.aBoolean();
    }

    public void clear(int from, int to) {
        check(from, to);
        bits &= ~mask(from, to);
        if (to > KNOWN && to > from) hasMore = hasMore && Unknown.aBoolean();
    }

    public void clear() {
        bits = 0;
        hasMore = false;
    }

    public boolean get(int index) {
        check(index);
        return index < KNOWN ? (bits >> index & 1) != 0 : hasMore && Unknown.aBoolean();
    }

    public BitSet get(int from, int to) {
        check(from, to);
        return any(!isEmpty());
    }

    public int nextSetBit(int from) {
        check(from);
        boolean isKnown = (bits & mask(from, KNOWN)) != 0;
        if (!isKnown && (!hasMore || Unknown.aBoolean())) return -1;
        return from + Unknown.below(Integer.MAX_VALUE - from);
    }

    public int nextClearBit(int from) {
        check(from);
        if (from < KNOWN && (bits >> from & 1) == 0) return from;
        return from + Unknown.below(Integer.MAX_VALUE - from);
    }

    public int previousSetBit(int from) {
        if (from == -1) return -1;
        check(from);
        boolean isKnown = (bits & mask(0, from + 1)) != 0;
        if (!isKnown && (from < KNOWN || !hasMore || Unknown.aBoolean())) return -1;
        return Unknown.below(from + 1);
    }

    public int previousClearBit(int from) {
        if (from == -1) return -1;
        check(from);
        return Unknown.below(from + 2) - 1;
    }

    public int length() {
        return isEmpty() ? 0 : 1 + Unknown.below(Integer.MAX_VALUE);
    }

    public boolean isEmpty() {
        return bits == 0 && !hasMore;
    }

    public boolean intersects(BitSet other) {
        return (bits & other.bits) != 0 || hasMore && other.hasMore && Unknown.aBoolean();
    }

    public int cardinality() {
        return isEmpty() ? 0 : 1 + Unknown.below(Integer.MAX_VALUE);
    }

    public void and(BitSet other) {
        bits &= other.bits;
        hasMore = hasMore && other.hasMore && (this == other || Unknown.aBoolean());
    }

    public void or(BitSet other) {
        bits |= other.bits;
        hasMore = hasMore || other.hasMore;
    }

    public void xor(BitSet other) {
        bits ^= other.bits;
        boolean both = hasMore && other.hasMore;
        hasMore = both ? this != other && Unknown.aBoolean() : hasMore || other.hasMore;
    }

    public void andNot(BitSet other) {
        bits &= ~other.bits;
        if (hasMore && other.hasMore) hasMore = this != other && Unknown.aBoolean();
    }

    public int hashCode() {
        return Unknown.anInt();
    }

    public int size() {
        return Unknown.below(Integer.MAX_VALUE);
    }

    public boolean equals(Object object) {
        if (!(object instanceof BitSet)) return false;
        BitSet other = (BitSet) object;
        if (this == other) return true;
        if (bits != other.bits || hasMore != other.hasMore) return false;
        return !hasMore || Unknown.aBoolean();
    }

    public Object clone() {
        return new BitSet(bits, hasMore);
    }

    public String toString() {
        return Unknown.aString();
    }

    public IntStream stream() {
        return IntStream.iterate(nextSetBit(0), index -> index >= 0, index -> nextSetBit(index + 1));
    }
}

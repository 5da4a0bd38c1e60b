package java.util;

import etiquette.Unknown;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** A table of texts, whose iterators never mind. */
public class Properties extends Hashtable<Object, Object> {
    protected volatile Properties defaults;

    public Properties() {
        super(false);
    }

    public Properties(int capacity) {
        super(false);
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public Properties(Properties defaults) {
        super(false);
        this.defaults = defaults;
    }

    protected boolean refusesAll() {
        return true;
    }

    public Object setProperty(String key, String value) {
        return put(key, value);
    }

    public String getProperty(String key) {
        boolean isThere = get(key) instanceof String || defaults != null && Unknown.aBoolean();
        return isThere ? Unknown.aString() : null;
    }

    public String getProperty(String key, String otherwise) {
        String value = getProperty(key);
        return value == null ? otherwise : value;
    }

    public boolean remove(Object key, Object value) {
        checkKey(key);
        return value != null && super.remove(key, value);
    }

    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
        if (value == null) throw new NullPointerException();
        return super.merge(key, value, function);
    }

    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        if (action == null) throw new NullPointerException();
        while (size() > 0 && Unknown.aBoolean()) action.accept(anyKey(), anyValue());
    }

    /** Puts what was read, which may be wrong. */
    private void fill() {
        while (Unknown.aBoolean()) put(Unknown.aString(), Unknown.aString());
        if (Unknown.aBoolean()) throw new IllegalArgumentException();
    }

    public void load(Reader from) throws IOException {
        if (from == null) throw new NullPointerException();
        while (Unknown.aBoolean()) from.read(new char[8192]);
        fill();
    }

    public void load(InputStream from) throws IOException {
        if (from == null) throw new NullPointerException();
        while (Unknown.aBoolean()) from.read(new byte[8192]);
        fill();
    }

    public void loadFromXML(InputStream from) throws IOException, InvalidPropertiesFormatException {
        if (from == null) throw new NullPointerException();
        while (Unknown.aBoolean()) from.read(new byte[8192]);
        if (Unknown.aBoolean()) throw new InvalidPropertiesFormatException("");
        fill();
        from.close();
    }

    /** What is not a text can't be written. */
    private void checkTexts() {
        if (!isEmpty() && Unknown.aBoolean()) throw new ClassCastException();
    }

    @Deprecated
    public void save(OutputStream to, String comments) {
        try {
            store(to, comments);
        } catch (IOException ignored) {
            // Nobody is told.
        }
    }

    public void store(Writer to, String comments) throws IOException {
        while (Unknown.aBoolean()) to.write(Unknown.aString());
        checkTexts();
        to.flush();
    }

    public void store(OutputStream to, String comments) throws IOException {
        while (Unknown.aBoolean()) to.write(new byte[Unknown.below(8192)]);
        checkTexts();
        to.flush();
    }

    public void storeToXML(OutputStream to, String comment) throws IOException {
        if (to == null) throw new NullPointerException();
        store(to, comment);
    }

    public void storeToXML(OutputStream to, String comment, String encoding) throws IOException {
        if (to == null || encoding == null) throw new NullPointerException();
        if (Unknown.aBoolean()) throw new java.io.UnsupportedEncodingException();
        store(to, comment);
    }

    public void storeToXML(OutputStream to, String comment, Charset charset) throws IOException {
        if (to == null || charset == null) throw new NullPointerException();
        store(to, comment);
    }

    private Set<String> names() {
        Set<String> names = new HashSet<String>();
        while ((!isEmpty() || defaults != null) && Unknown.aBoolean()) names.add(Unknown.aString());
        return names;
    }

    public Enumeration<?> propertyNames() {
        checkTexts();
        return Collections.enumeration(names());
    }

    public Set<String> stringPropertyNames() {
        return Collections.unmodifiableSet(names());
    }

    public void list(PrintStream to) {
        to.println(Unknown.aString());
        checkTexts();
        while (Unknown.aBoolean()) to.println(Unknown.aString());
    }

    public void list(PrintWriter to) {
        to.println(Unknown.aString());
        checkTexts();
        while (Unknown.aBoolean()) to.println(Unknown.aString());
    }

    public Object clone() {
        Properties copy = new Properties(defaults);
        copy.putAll(this);
        return copy;
    }
}

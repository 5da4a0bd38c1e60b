package gov.nasa.jpf.jdart;

/** Marks fields for JDart. It means nothing here: the classes of PSYCO's repository are compiled with it. */
public @interface Symbolic {
    /** Whether the field is symbolic. */
    String value();
}

package etiquette;

/** Objects that nothing changes, and that are the same object now and then: which ones are is not known. */
public interface Shared {}

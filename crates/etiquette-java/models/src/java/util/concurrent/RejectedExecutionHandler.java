package java.util.concurrent;

/** What is done with what an executor refuses: here so that it is about the model of that. */
public interface RejectedExecutionHandler {
    void rejectedExecution(Runnable task, ThreadPoolExecutor by);
}

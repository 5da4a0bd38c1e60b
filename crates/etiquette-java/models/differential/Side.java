import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** One of the two: the class, or its model. It has the objects that calls gave back. */
final class Side {
    private final Models models;
    final List<Object> objects = new ArrayList<>();

    /** The class itself, without models. */
    Side(Models models) {
        this.models = models;
    }

    Class<?> type(Class<?> real) throws ClassNotFoundException {
        return models == null || real.isPrimitive() || real.isArray() ? real : models.of(real);
    }

    private Class<?>[] types(Class<?>[] real) throws ClassNotFoundException {
        Class<?>[] types = new Class<?>[real.length];
        for (int i = 0; i < real.length; i++) types[i] = type(real[i]);
        return types;
    }

    /** Makes a call, or an object. */
    Object call(Executable called, Object receiver, Object[] arguments) throws Throwable {
        Class<?>[] types = types(called.getParameterTypes());
        Class<?> owner = type(called.getDeclaringClass());
        try {
            if (called instanceof Constructor) return owner.getConstructor(types).newInstance(arguments);
            boolean isOther = receiver != null && !owner.isInstance(receiver);
            return method(isOther ? receiver.getClass() : owner, called.getName(), types).invoke(receiver, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static Method method(Class<?> owner, String name, Class<?>[] types) throws NoSuchMethodException {
        Method method = owner.getMethod(name, types);
        method.setAccessible(true);
        return method;
    }
}

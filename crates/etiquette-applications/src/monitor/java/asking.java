
        static boolean holds(Object argument, String method) {
            return Boolean.TRUE.equals(asked(argument, method));
        }

        static long number(Object argument, String method) {
            Object answer = asked(argument, method);
            if (answer instanceof Character) return (Character) answer;
            return answer instanceof Number ? ((Number) answer).longValue() : 0;
        }

        static boolean isNamed(Object answer, String constant) {
            return answer instanceof Enum && ((Enum<?>) answer).name().equals(constant);
        }

        /** What a method of an argument gives; null where the argument has no such method: then nothing depends on it. */
        static Object asked(Object argument, String method) {
            for (Class<?> type = argument == null ? null : argument.getClass(); type != null; type = type.getSuperclass()) {
                java.util.List<Class<?>> declaring = new java.util.ArrayList<>(java.util.Arrays.asList(type.getInterfaces()));
                declaring.add(0, type);
                while (!declaring.isEmpty()) {
                    Class<?> next = declaring.remove(0);
                    declaring.addAll(next == type ? java.util.Collections.emptyList() : java.util.Arrays.asList(next.getInterfaces()));
                    try {
                        java.lang.reflect.Method found = next.getMethod(method);
                        if (java.lang.reflect.Modifier.isPublic(found.getDeclaringClass().getModifiers())) return found.invoke(argument);
                    } catch (NoSuchMethodException | IllegalAccessException elsewhere) {
                        continue;
                    } catch (java.lang.reflect.InvocationTargetException thrown) {
                        return null;
                    }
                }
            }
            return null;
        }

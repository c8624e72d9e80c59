package io.tidegate.bench.incident;

import io.tidegate.core.incident.Incident;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The compiled test classes of all modules, read without loading any. Confined to one thread. */
final class CompiledTests {
    private static final String INCIDENT = Incident.class.descriptorString();
    private static final Set<String> RUN_BY_JUNIT = Set.of(
            "Lorg/junit/jupiter/api/Test;",
            "Lorg/junit/jupiter/api/TestFactory;",
            "Lorg/junit/jupiter/api/RepeatedTest;",
            "Lorg/junit/jupiter/params/ParameterizedTest;");
    private static final String DISABLED = "Lorg/junit/jupiter/api/Disabled;";

    private final Map<String, ClassModel> classes = new HashMap<>();

    private CompiledTests() {}

    /** Reads the folder {@code test-classes} of each given module. */
    static CompiledTests of(List<Path> modules) throws IOException {
        CompiledTests tests = new CompiledTests();
        for (Path module : modules) {
            try (Stream<Path> files = Files.walk(module.resolve("target/test-classes"))) {
                files.filter(file -> file.toString().endsWith(".class")).forEach(tests::add);
            }
        }
        return tests;
    }

    private void add(Path file) {
        try {
            ClassModel model = ClassFile.of().parse(file);
            classes.put(model.thisClass().asInternalName(), model);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All methods that carry {@code Incident}. */
    List<TestMethod> annotated() {
        List<TestMethod> found = new ArrayList<>();
        for (ClassModel model : classes.values()) {
            for (MethodModel method : model.methods()) {
                List<Annotation> annotations = annotations(method);
                annotations.stream().filter(a -> is(a, INCIDENT)).forEach(a -> found.add(test(model, method, a)));
            }
        }
        return found;
    }

    private TestMethod test(ClassModel model, MethodModel method, Annotation incident) {
        List<Annotation> all = annotations(method);
        boolean runs =
                all.stream().anyMatch(a -> RUN_BY_JUNIT.contains(a.className().stringValue()))
                        && all.stream().noneMatch(a -> is(a, DISABLED))
                        && isRun(model.thisClass().asInternalName());
        String className = model.thisClass().asInternalName().replace('/', '.').replace('$', '.');
        return new TestMethod(className, method.methodName().stringValue(), numbers(incident), runs);
    }

    /** Whether Surefire takes this class, or a class that extends it. */
    private boolean isRun(String name) {
        return classes.values().stream()
                .anyMatch(c -> isTaken(c) && isA(c.thisClass().asInternalName(), name));
    }

    private static boolean isTaken(ClassModel model) {
        return model.thisClass().asInternalName().endsWith("Test")
                && !model.flags().has(AccessFlag.ABSTRACT)
                && model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                        .flatMap(attribute -> attribute.annotations().stream())
                        .noneMatch(a -> is(a, DISABLED));
    }

    private boolean isA(String name, String wanted) {
        if (name.equals(wanted)) {
            return true;
        }
        ClassModel model = classes.get(name);
        return model != null
                && Stream.concat(model.superclass().stream(), model.interfaces().stream())
                        .anyMatch(parent -> isA(parent.asInternalName(), wanted));
    }

    private static List<Annotation> annotations(MethodModel method) {
        return method.findAttribute(Attributes.runtimeVisibleAnnotations())
                .map(attribute -> attribute.annotations())
                .orElse(List.of());
    }

    private static boolean is(Annotation annotation, String descriptor) {
        return annotation.className().equalsString(descriptor);
    }

    private static Set<Integer> numbers(Annotation incident) {
        Set<Integer> numbers = new TreeSet<>();
        for (AnnotationElement element : incident.elements()) {
            if (element.value() instanceof AnnotationValue.OfArray array) {
                array.values().forEach(value -> numbers.add(((AnnotationValue.OfInt) value).intValue()));
            }
        }
        return numbers;
    }
}

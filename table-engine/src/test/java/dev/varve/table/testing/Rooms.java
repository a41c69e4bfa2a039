package dev.varve.table.testing;

import static java.util.Objects.requireNonNull;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rooms of a module: flat packages below one root, in a total order. A room may use only itself and the rooms listed
 * before it, so no cycle can exist. Rules allow rooms that have no class yet.
 */
public final class Rooms {
    /** The name by which the root package itself stands in the order. */
    public static final String ROOT = "(root)";

    /** Calls that make a run depend on when and where it happens, as {@code class.method}; {@code <init>} needs no arguments. */
    private static final Set<String> AMBIENT_CALLS = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.time.ZoneId.systemDefault",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.system");

    private static final Set<String> CLOCK_READERS = Set.of(
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.LocalDateTime",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime");

    private static final Set<String> UNSEEDED =
            Set.of("java.util.Random", "java.util.SplittableRandom", "java.security.SecureRandom", "java.util.Date");

    private final String root;
    private final List<String> order;
    private final JavaClasses classes;

    private Rooms(String root, List<String> order) {
        this.root = requireNonNull(root, "root is null");
        this.order = List.copyOf(order);
        this.classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(root);
    }

    /** Reads the main classes below {@code root}; {@code order} names every room, each after all the rooms that it may use. */
    public static Rooms of(String root, String... order) {
        return new Rooms(root, List.of(order));
    }

    public void everyClassLivesInAListedRoom() {
        check(
                ArchRuleDefinition.classes().should(new ArchCondition<>("live in one of the rooms " + order) {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        String room = roomOf(item);
                        if (!order.contains(room)) {
                            events.add(SimpleConditionEvent.violated(
                                    item, item.getName() + " is in no listed room: " + room));
                        }
                    }
                }),
                "a class that fits no room has two jobs");
    }

    public void aRoomUsesOnlyRoomsBeforeIt() {
        check(
                ArchRuleDefinition.classes()
                        .should(notDependOn(
                                "a room listed later",
                                (from, to) -> isOurs(to) && order.indexOf(roomOf(to)) > order.indexOf(roomOf(from)))),
                "steps go down the order and only values come up; order: " + order);
    }

    /** None of {@code rooms} uses another of them. */
    public void strangers(String... rooms) {
        Set<String> set = Set.of(rooms);
        check(
                ArchRuleDefinition.classes()
                        .should(notDependOn(
                                "one another of " + set,
                                (from, to) -> isOurs(to)
                                        && set.contains(roomOf(from))
                                        && set.contains(roomOf(to))
                                        && !roomOf(to).equals(roomOf(from)))),
                "they meet in values, and the root joins them");
    }

    /** Nobody names a class of {@code room}: what is in it is found by service lookup. */
    public void usedByNobody(String room) {
        check(
                ArchRuleDefinition.classes()
                        .should(notDependOn(
                                "room " + room,
                                (from, to) -> isOurs(to)
                                        && roomOf(to).equals(room)
                                        && !roomOf(from).equals(room))),
                room + " is found by service lookup");
    }

    /** {@code room} uses none of our rooms but {@code rooms} and itself. */
    public void onlyUses(String room, String... rooms) {
        Set<String> allowed = new HashSet<>(Arrays.asList(rooms));
        allowed.add(room);
        check(
                ArchRuleDefinition.classes()
                        .should(notDependOn(
                                "other rooms than " + allowed + " from " + room,
                                (from, to) ->
                                        isOurs(to) && roomOf(from).equals(room) && !allowed.contains(roomOf(to)))),
                room + " is given only what users are given");
    }

    /** Only {@code rooms} may use packages that start with {@code prefix}; without rooms, nobody may. */
    public void confine(String prefix, String... rooms) {
        Set<String> allowed = new HashSet<>(Arrays.asList(rooms));
        check(
                ArchRuleDefinition.classes()
                        .should(notDependOn(
                                prefix,
                                (from, to) ->
                                        to.getPackageName().startsWith(prefix) && !allowed.contains(roomOf(from)))),
                prefix + " belongs in " + (allowed.isEmpty() ? "no room" : String.join(", ", rooms)));
    }

    /** Of the packages below {@code otherRoot} (another module), only {@code rooms} may be used. */
    public void mayUseOf(String otherRoot, String... rooms) {
        Set<String> allowed = Set.of(rooms);
        check(
                ArchRuleDefinition.classes()
                        .should(notDependOn(
                                otherRoot + " beyond " + allowed,
                                (from, to) -> isBelow(to, otherRoot) && !allowed.contains(roomOf(to, otherRoot)))),
                "only those are meant for users");
    }

    /** Clock, sleeping, ids and unseeded randomness come from the environment, except in {@code rooms}. */
    /** What bytes from outside become must never be decided by the bytes. */
    public void noJavaDeserialization() {
        check(
                ArchRuleDefinition.noClasses()
                        .should()
                        .dependOnClassesThat()
                        .haveFullyQualifiedName("java.io.ObjectInputStream")
                        .orShould()
                        .dependOnClassesThat()
                        .haveFullyQualifiedName("java.beans.XMLDecoder"),
                "bytes of files and records are read by formats of our own or by parsers that make no objects of classes they name");
    }

    public void noAmbientTimeOrChance(String... rooms) {
        Set<String> exempt = new HashSet<>(Arrays.asList(rooms));
        check(
                ArchRuleDefinition.classes().should(new ArchCondition<>("not ask the JDK for time or chance") {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        if (exempt.contains(roomOf(item))) {
                            return;
                        }
                        for (JavaCodeUnitAccess<?> access : codeUnitAccesses(item)) {
                            if (isAmbient(access)) {
                                events.add(SimpleConditionEvent.violated(item, access.getDescription()));
                            }
                        }
                    }
                }),
                "a run must be repeatable from a seed: use dev.varve.table.env.Env (currentTimeMillis, nanoTime, sleep,"
                        + " newUuid, nextLong, zone)");
    }

    private static boolean isAmbient(JavaCodeUnitAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String method = access.getTarget().getName();
        List<JavaClass> parameters = access.getTarget().getRawParameterTypes();
        boolean givenNothing = parameters.isEmpty();
        boolean givenAClock =
                parameters.stream().anyMatch(type -> type.getName().equals("java.time.Clock"));
        return AMBIENT_CALLS.contains(owner + "." + method)
                || (CLOCK_READERS.contains(owner) && method.equals("now") && !givenAClock)
                || (UNSEEDED.contains(owner) && method.equals("<init>") && givenNothing);
    }

    private static List<JavaCodeUnitAccess<?>> codeUnitAccesses(JavaClass item) {
        List<JavaCodeUnitAccess<?>> all = new ArrayList<>();
        all.addAll(item.getMethodCallsFromSelf());
        all.addAll(item.getConstructorCallsFromSelf());
        all.addAll(item.getMethodReferencesFromSelf());
        all.addAll(item.getConstructorReferencesFromSelf());
        return all;
    }

    private void check(ArchRule rule, String reason) {
        rule.allowEmptyShould(true).because(reason).check(classes);
    }

    private boolean isOurs(JavaClass type) {
        return isBelow(type, root);
    }

    private static boolean isBelow(JavaClass type, String root) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private String roomOf(JavaClass type) {
        return roomOf(type, root);
    }

    private static String roomOf(JavaClass type, String root) {
        return type.getPackageName().equals(root) ? ROOT : type.getPackageName().substring(root.length() + 1);
    }

    private static ArchCondition<JavaClass> notDependOn(String what, DependencyTest forbidden) {
        return new ArchCondition<>("not use " + what) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (forbidden.test(dependency.getOriginClass(), target)) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    @FunctionalInterface
    private interface DependencyTest {
        boolean test(JavaClass from, JavaClass to);
    }
}

package io.tidegate.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.sql.SQLException;

/** The arrows between modules, and the seams for time and threads. */
@AnalyzeClasses(
        packages = {"io.tidegate", "io.sqlserversim"},
        importOptions = {DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
    /** The contract tests of core come as a jar when the modules were packaged before. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String[] EVERYWHERE = {"java..", "org.jspecify..", "com.google.errorprone.."};

    @ArchTest
    static final ArchRule CORE = only("io.tidegate.core..");

    @ArchTest
    static final ArchRule SQLSERVER = only(
            "io.tidegate.sqlserver..",
            "io.tidegate.core..",
            "com.microsoft.sqlserver..",
            "microsoft.sql..",
            "org.slf4j..");

    @ArchTest
    static final ArchRule DUCKDB = only(
            "io.tidegate.store.duckdb..", "io.tidegate.core..", "org.duckdb..", "com.github.luben..", "org.slf4j..");

    @ArchTest
    static final ArchRule POSTGRES = only(
            "io.tidegate.store.postgres..",
            "io.tidegate.core..",
            "org.postgresql..",
            "com.zaxxer.hikari..",
            "javax.sql..");

    @ArchTest
    static final ArchRule COLLECTOR =
            only("io.tidegate.collector..", "io.tidegate.core..", "io.tidegate.sqlserver..", "org.slf4j..");

    @ArchTest
    static final ArchRule WEB = only(
            "io.tidegate.web..",
            "io.tidegate.core..",
            "io.javalin..",
            "tools.jackson..",
            "jakarta..",
            "org.slf4j..",
            "org.eclipse.jetty..",
            "kotlin..");

    @ArchTest
    static final ArchRule SIMULATOR = noClasses()
            .that()
            .resideInAPackage("io.sqlserversim..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tidegate..")
            .because("the simulated server must not know what it is used to test");

    @ArchTest
    static final ArchRule TIME = noClasses()
            .that(are(resideInAnyPackage("io.tidegate..", "io.sqlserversim.."))
                    .and(are(resideOutsideOfPackages(
                            "io.tidegate.core.time..",
                            "io.tidegate.app..",
                            "io.tidegate.bench..",
                            "io.sqlserversim.instance..",
                            "io.sqlserversim.fleet.."))))
            .should()
            .accessTargetWhere(Seams.REAL_TIME)
            .because("time is a constructor argument, so that tests need not sleep");

    @ArchTest
    static final ArchRule THREADS = noClasses()
            .that(are(resideInAnyPackage("io.tidegate..", "io.sqlserversim.."))
                    .and(are(resideOutsideOfPackages(
                            "io.tidegate.core.time..",
                            "io.tidegate.app..",
                            "io.tidegate.bench..",
                            "io.sqlserversim.fleet.."))))
            .should()
            .accessTargetWhere(Seams.OWN_THREADS)
            .because("threads come from a factory that is a constructor argument");

    @ArchTest
    static final ArchRule ERROR_NUMBERS = noClasses()
            .that(are(resideInAnyPackage("io.tidegate.."))
                    .and(are(resideOutsideOfPackages("io.tidegate.sqlserver.fault..", "io.tidegate.store.."))))
            .should()
            .callMethod(SQLException.class, "getErrorCode")
            .orShould()
            .callMethod(SQLException.class, "getSQLState")
            .because("one classifier turns a driver's exception into a fault");

    @ArchTest
    static final ArchRule NO_CYCLES_IN_CORE = slices().matching("io.tidegate.core.(*)..")
            .should()
            .beFreeOfCycles()
            .because("packages show the architecture");

    private static ArchRule only(String module, String... others) {
        String[] allowed = new String[others.length + EVERYWHERE.length + 1];
        allowed[0] = module;
        System.arraycopy(EVERYWHERE, 0, allowed, 1, EVERYWHERE.length);
        System.arraycopy(others, 0, allowed, 1 + EVERYWHERE.length, others.length);
        return classes()
                .that()
                .resideInAPackage(module)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .because("arrows between modules point down only")
                .allowEmptyShould(true);
    }
}

package io.sqlserversim.fleet;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a scenario says about the fleet, as options that the command line has not given. */
final class ScenarioOptions {
    private static final Set<String> NOT_OF_A_FLEET = Set.of("scenario", "help", "control", "until-stdin-closes");

    private ScenarioOptions() {}

    /**
     * Sets the options of a parsed command line that it does not give itself.
     *
     * @throws IllegalArgumentException naming the key and the rule
     */
    static void apply(Scenario scenario, CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        CommandLine file = SimCommand.commandLine();
        Set<String> known = known(spec);
        for (String name : scenario.fleet().keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("fleet: unknown key '" + name + "'; there are " + known);
            }
        }
        try {
            List<String> args = scenario.fleet().entrySet().stream()
                    .map(option -> "--" + option.getKey() + "=" + option.getValue())
                    .toList();
            file.parseArgs(args.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new IllegalArgumentException("fleet: " + e.getMessage(), e);
        }
        for (String name : scenario.fleet().keySet()) {
            String option = "--" + name;
            if (!line.getParseResult().hasMatchedOption(option)) {
                spec.findOption(option)
                        .setValue(file.getCommandSpec().findOption(option).getValue());
            }
        }
    }

    private static Set<String> known(CommandSpec spec) {
        return spec.options().stream()
                .map(option -> option.longestName().replaceFirst("^--", ""))
                .filter(name -> !NOT_OF_A_FLEET.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

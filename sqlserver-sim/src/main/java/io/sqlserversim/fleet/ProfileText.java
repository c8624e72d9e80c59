package io.sqlserversim.fleet;

import io.sqlserversim.instance.VersionProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Version profiles as options write them: 13 to 17, azure, mi or rds. */
final class ProfileText implements ITypeConverter<VersionProfile> {
    ProfileText() {}

    @Override
    public VersionProfile convert(String text) {
        @Nullable VersionProfile profile = VersionProfile.parse(text);
        if (profile == null) {
            throw new TypeConversionException("'" + text + "' is not one of "
                    + VersionProfile.ALL.stream().map(VersionProfile::label).toList());
        }
        return profile;
    }
}

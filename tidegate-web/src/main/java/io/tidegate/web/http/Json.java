package io.tidegate.web.http;

import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The one form of JSON that pages, commands and reports use: instants as ISO-8601, NaN as null. Thread-safe. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .build();

    private Json() {}

    /**
     * The mapper.
     *
     * @return shared; not to be changed
     */
    public static ObjectMapper mapper() {
        return MAPPER;
    }
}

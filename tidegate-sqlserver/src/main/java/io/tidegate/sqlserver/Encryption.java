package io.tidegate.sqlserver;

/** How a connection is encrypted. Source: property {@code encrypt} of mssql-jdbc 13.6. */
public enum Encryption {
    /** The login only, or all where the server insists. */
    OPTIONAL("optional"),
    /** Everything, TDS 7.4. */
    MANDATORY("mandatory"),
    /** Everything, TDS 8; the certificate is always checked. */
    STRICT("strict");

    private final String driverValue;

    Encryption(String driverValue) {
        this.driverValue = driverValue;
    }

    /**
     * The driver's word for it.
     *
     * @return value of the property {@code encrypt}
     */
    public String driverValue() {
        return driverValue;
    }
}

package io.sqlserversim.querystore.workload;

import java.util.List;

/** The tables and columns of the applications, as their statements and plans name them. Stateless. */
final class Vocabulary {
    private static final List<String> TABLES = List.of(
            "Customer",
            "SalesOrder",
            "OrderLine",
            "Product",
            "Invoice",
            "Payment",
            "Stock",
            "Supplier",
            "Shipment",
            "PriceList",
            "Contract",
            "Ticket",
            "Employee",
            "Ledger",
            "Account",
            "Campaign");
    private static final List<String> COLUMNS = List.of(
            "CustomerId",
            "OrderDate",
            "Status",
            "Amount",
            "RegionId",
            "CreatedAt",
            "ModifiedBy",
            "Quantity",
            "UnitPrice",
            "Discount",
            "WarehouseId",
            "DueDate",
            "Reference",
            "Notes",
            "Priority",
            "Currency");
    private static final List<String> SCHEMAS = List.of("dbo", "sales", "app", "fin");

    private Vocabulary() {}

    static String table(long mixed) {
        return TABLES.get((int) (mixed & 15));
    }

    static String column(long mixed) {
        return COLUMNS.get((int) (mixed & 15));
    }

    static String schema(long mixed) {
        return SCHEMAS.get((int) (mixed & 3));
    }
}

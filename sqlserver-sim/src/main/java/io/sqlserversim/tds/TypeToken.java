package io.sqlserversim.tds;

/** Type tokens of TYPE_INFO (MS-TDS 2.2.5.4). */
final class TypeToken {
    static final int NULL = 0x1F;
    static final int IMAGE = 0x22;
    static final int TEXT = 0x23;
    static final int GUID = 0x24;
    static final int INTN = 0x26;
    static final int DATE = 0x28;
    static final int TIME = 0x29;
    static final int DATETIME2 = 0x2A;
    static final int DATETIMEOFFSET = 0x2B;
    static final int INT1 = 0x30;
    static final int BIT = 0x32;
    static final int INT2 = 0x34;
    static final int INT4 = 0x38;
    static final int DATETIM4 = 0x3A;
    static final int FLT4 = 0x3B;
    static final int MONEY = 0x3C;
    static final int DATETIME = 0x3D;
    static final int FLT8 = 0x3E;
    static final int SQL_VARIANT = 0x62;
    static final int NTEXT = 0x63;
    static final int BITN = 0x68;
    static final int DECIMALN = 0x6A;
    static final int NUMERICN = 0x6C;
    static final int FLTN = 0x6D;
    static final int MONEYN = 0x6E;
    static final int DATETIMN = 0x6F;
    static final int MONEY4 = 0x7A;
    static final int INT8 = 0x7F;
    static final int BIGVARBINARY = 0xA5;
    static final int BIGVARCHAR = 0xA7;
    static final int BIGBINARY = 0xAD;
    static final int BIGCHAR = 0xAF;
    static final int NVARCHAR = 0xE7;
    static final int NCHAR = 0xEF;
    static final int XML = 0xF1;

    /** The size of a (max) type. */
    static final int MAX_SIZE = 0xFFFF;

    private TypeToken() {}
}

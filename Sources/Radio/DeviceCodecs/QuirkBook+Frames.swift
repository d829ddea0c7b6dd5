extension QuirkBook {
    /// How frames of any profile depart from their layout.
    static let frames: [QuirkRule] = [
        QuirkRule(
            .rfuFlagBits,
            rule: "Reserved flag bits are ignored; the frame is read by the bits that have a meaning.",
            source: "derdilla/blood-pressure-monitor-fl, app/test/features/bluetooth: flags 0xDE and 0x56"
        ),
        QuirkRule(
            .beurerBigEndian,
            rule: """
                Only where the frame is one byte longer than its flags say, the flags have time, pulse, status and \
                reserved bit 6 and no user, and the pulse makes no sense little-endian: pulse and status are read \
                big-endian with the user between them. A wrong guess would misread the user, so all of it must hold.
                """,
            source: "derdilla/blood-pressure-monitor-fl, ble_measurement_data_test.dart: captures of a Beurer BM85"
        ),
        QuirkRule(
            .clockNotSet,
            rule: """
                The time is not used where year, month or day is 0 or the oximeter's flag says so; the reading's time is \
                unknown then.
                """,
            source: "PLX Spot-Check Measurement, flag bit 4; Date Time, 0 is unknown (public GATT XML)"
        ),
        QuirkRule(
            .beurerZeroComposition,
            rule: """
                A composition whose measured fields are all 0 is none, whatever the basal metabolism says, which is \
                computed from age and size.
                """,
            source: "KristianP26/ble-scale-sync#229, beurer-bf720.test.ts: 35 of 36 frames of a BF788"
        ),
        QuirkRule(
            .xiaomiVendorPayload,
            rule: """
                Frames of 10 or 13 bytes of these models have the vendor's layout, under a standard UUID or as service \
                data. A frame is never taken for one by its UUID alone.
                """,
            source: "theengs/decoder, tests/BLE/test_ble.cpp; oliexdev/openScale#392",
            models: [
                QuirkMatch(name: "MI SCALE"), QuirkMatch(name: "MI_SCALE"), QuirkMatch(name: "MIBCS"),
                QuirkMatch(name: "MIBFS"), QuirkMatch(name: "XMTZC"),
            ]
        ),
        QuirkRule(
            .detectoBelowZero,
            rule: "Flag bit 4 of a weight makes it less than nothing: no one's weight.",
            source: "easymanua.ls, Detecto 7550, Bluetooth section",
            models: [QuirkMatch(manufacturer: "Detecto"), QuirkMatch(name: "Detecto")]
        ),
    ]
}

/// The table of all quirks.
///
/// To add one, add a case to ``DeviceQuirk`` and a row to its group here.
public enum QuirkBook {
    /// The rows of all groups.
    public static let rules: [QuirkRule] = frames + meters + clocks + links

    /// The row of a quirk; nil if it has none.
    public static func rule(for quirk: DeviceQuirk) -> QuirkRule? { rules.first { $0.quirk == quirk } }

    /// The quirks of a device model.
    ///
    /// Excludes quirks that a frame itself reveals; the codecs detect those.
    public static func quirks(for identity: DeviceIdentity) -> Set<DeviceQuirk> {
        Set(rules.filter { rule in rule.models.contains { $0.holds(for: identity) } }.map(\.quirk))
    }
}

extension QuirkBook {
    /// Deviations of frames from their layout, in any profile.
    static let frames: [QuirkRule] = [
        QuirkRule(
            .rfuFlagBits,
            rule: "Reserved flag bits are ignored; the assigned bits determine how the frame is read.",
            source: "derdilla/blood-pressure-monitor-fl, app/test/features/bluetooth: flags 0xDE and 0x56"
        ),
        QuirkRule(
            .beurerBigEndian,
            rule: """
                Only where the frame is one byte longer than its flags say, the flags have time, pulse, status and \
                reserved bit 6 and no user, and the pulse makes no sense little-endian: pulse and status are read \
                big-endian with the user between them. A wrong guess would misread the user, so every condition must hold.
                """,
            source: "derdilla/blood-pressure-monitor-fl, ble_measurement_data_test.dart: captures of a Beurer BM85"
        ),
        QuirkRule(
            .clockNotSet,
            rule: """
                The time is not used if year, month or day is 0 or the oximeter flags it as wrong. The reading's time is then unknown.
                """,
            source: "PLX Spot-Check Measurement, flag bit 4; Date Time, 0 is unknown (public GATT XML)"
        ),
        QuirkRule(
            .beurerZeroComposition,
            rule: """
                A composition whose measured fields are all 0 counts as none, whatever its basal metabolism, which is \
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
            rule: "Flag bit 4 means a weight below zero, which is not a person's.",
            source: "easymanua.ls, Detecto 7550, Bluetooth section",
            models: [QuirkMatch(manufacturer: "Detecto"), QuirkMatch(name: "Detecto")]
        ),
    ]
}

extension QuirkBook {
    private static let aAndD = [
        QuirkMatch(name: "A&D"), QuirkMatch(name: "UA-"), QuirkMatch(name: "UT-"), QuirkMatch(name: "UC-"),
        QuirkMatch(manufacturer: "A&D"),
    ]

    /// The needs of cuffs, thermometers and scales on a link.
    static let links: [QuirkRule] = [
        QuirkRule(
            .subscribeLate,
            rule: "At least 100 ms pass between service discovery and the first subscription, for every device.",
            source: "derdilla/blood-pressure-monitor-fl#729: Beurer BM85",
            models: [QuirkMatch(name: "BM85"), QuirkMatch(name: "BM 85"), QuirkMatch(model: "BM85")]
        ),
        QuirkRule(
            .andDisconnectAfterBond,
            rule: "The link is cut right after bonding, which ends the pairing, for every device.",
            source: "weliem/blessed-bluez, BluetoothHandler.java; weliem/blessed-bluez#26",
            models: aAndD
        ),
        QuirkRule(
            .andShortIdle,
            rule: "The link is cut after 2 s of silence; the next measurement comes on a new one.",
            source: "weliem/blessed-bluez, BluetoothHandler.java",
            models: aAndD
        ),
        QuirkRule(
            .andNoConnectUnpaired,
            rule: "A device that is not bonded is connected for pairing only.",
            source: "andengineering/AndroidSampleCode#1: UA-651BLE shows E10 and powers off",
            models: [QuirkMatch(name: "UA-651"), QuirkMatch(name: "A&D_UA-651"), QuirkMatch(model: "UA-651")]
        ),
        QuirkRule(
            .randomPasskey,
            rule: "The hub shows a passkey for the person to type in; the device accepts any.",
            source: "1technophile/OpenMQTTGateway#806: Silvercrest SBM69",
            models: [QuirkMatch(name: "SBM69"), QuirkMatch(model: "SBM69")]
        ),
        QuirkRule(
            .yonkerConnectAfter,
            rule: "It is connected once it has advertised for five seconds, after the measurement and not during it.",
            source: "derdilla/blood-pressure-monitor-fl#615: YK-IBPA1",
            models: [QuirkMatch(name: "YK-"), QuirkMatch(name: "Yonker"), QuirkMatch(manufacturer: "Yonker")]
        ),
    ]

    /// Restrictions on setting clocks.
    static let clocks: [QuirkRule] = [
        QuirkRule(
            .omronTimeOnNotify,
            rule: """
                The clock is written only after its first notification and only if it is over 10 minutes off. Without a notification it is left alone, which the log reports.
                """,
            source: "weliem/blessed-android, BluetoothHandler.java",
            models: [QuirkMatch(manufacturer: "OMRON"), QuirkMatch(company: 0x020E), QuirkMatch(name: "BLEsmart_")]
        )
    ]
}

extension QuirkBook {
    private static let accuChek = [
        QuirkMatch(name: "Accu-Chek"), QuirkMatch(name: "meter+"),
        QuirkMatch(manufacturer: "Roche", service: .glucoseService),
    ]
    private static let iSens = [
        QuirkMatch(name: "CareSens"), QuirkMatch(name: "ReliOn 2395"), QuirkMatch(name: "ReliOn 0015"),
        QuirkMatch(manufacturer: "i-SENS"),
    ]
    private static let taiDoc = [
        QuirkMatch(manufacturer: "TaiDoc"), QuirkMatch(name: "Diamond Mini"), QuirkMatch(model: "DM30"),
    ]
    private static let fora = [
        QuirkMatch(name: "TNG"), QuirkMatch(name: "FORA"), QuirkMatch(manufacturer: "ForaCare"),
    ]
    private static let contour = [
        QuirkMatch(name: "Contour"), QuirkMatch(manufacturer: "Ascensia"), QuirkMatch(manufacturer: "Bayer"),
    ]

    /// Deviations of glucose meters from their profile.
    static let meters: [QuirkRule] = [
        QuirkRule(
            .ketoneContext,
            rule: """
                Meal 6 makes the record one of blood ketone: a tenth of the mg/dL number in mmol/L, HI above 8.0, and no \
                glucose. The sources disagree by a factor of ten about records in mol/L, so those yield no value: they are \
                kept and reported as unreadable.
                """,
            source:
                "tidepool-org/uploader, bluetoothLEDriver.js processData; NightscoutFoundation/xDrip, ContextRx.java"
        ),
        QuirkRule(
            .fillerSFloat,
            rule: "A concentration of 0xFFFF, which is -0.1, counts as none.",
            source: "Capture of a glucose and ketone meter, pullrequest.ru/14028530"
        ),
        QuirkRule(
            .controlSolution,
            rule: """
                Sample type 10 or location 4 is control solution, for meters of all makers: the measurement belongs to no person, and is counted.
                """,
            source: "Glucose Measurement, Type-Sample Location (public GATT XML); tidepool-org/ble-glucose, index.js"
        ),
        QuirkRule(
            .month13,
            rule: """
                Month 13 means January, but not of which year. The date stays invalid: it is part of the measurement's key, and the reading is held with the meter's data.
                """,
            source: "tidepool-org/ble-glucose, index.js",
            models: iSens
        ),
        QuirkRule(
            .range10To600,
            rule: "A value over 600 mg/dL (33.3 mmol/L) is HI, under 10 (0.6) LO: out of bounds, without a number.",
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java; tidepool-org/uploader",
            models: accuChek + taiDoc + fora
        ),
        QuirkRule(
            .range20To600,
            rule: "A value over 600 mg/dL (33.3 mmol/L) is HI, under 20 (1.1) LO: out of bounds, without a number.",
            source: "tidepool-org/uploader, bluetoothLEDriver.js processData; the meters' user guides",
            models: iSens + contour
        ),
        QuirkRule(
            .duplicateSequence,
            rule: "A record sent twice has the same key both times.",
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java",
            models: accuChek
        ),
        QuirkRule(
            .taidocReverseSequence,
            rule: """
                The number is never used in keys or requests: all records are requested, and their times show which are known. \
                Requesting only the first record would lose readings taken between two links.
                """,
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java: Diamond Mini DM30b, firmware 1.2.4",
            models: taiDoc
        ),
        QuirkRule(
            .foraFakeHigh,
            rule: "A HI dated 2037 or later is not a measurement; all records are requested at once.",
            source: "tidepool-org/uploader, bluetoothLEDriver.js: Fora TNG with a full memory of 450",
            models: fora
        ),
        QuirkRule(
            .contourSinceSequence,
            rule: """
                Records are requested from the last known number on, as of every meter whose numbers do not run backwards.
                """,
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java",
            models: contour
        ),
        QuirkRule(
            .countPause,
            rule: """
                Records are counted first; each request waits 500 ms, and is repeated after 1 s for a count or after 5 s for \
                a report.
                """,
            source: "tidepool-org/uploader, bluetoothLEDriver.js fetchData: for all meters",
            models: [QuirkMatch(service: .glucoseService)]
        ),
        QuirkRule(
            .caresensClock,
            rule: """
                The clock is read by the vendor's command, and never set, since a meter's clock is its owner's; a failure \
                does not prevent reading.
                """,
            source: "tidepool-org/uploader, bluetoothLEDriver.js getConfigInfo; xDrip, caresens/TimeTx.java",
            models: iSens
        ),
        QuirkRule(
            .pairOnConnect,
            rule: "Pairing starts right after connecting, for every device; otherwise the person is asked twice.",
            source: "weliem/blessed-android, BluetoothHandler.java",
            models: contour
        ),
        QuirkRule(
            .bondBeforeRead,
            rule: "Nothing is read before bonding.",
            source: "weliem/blessed-android#35: Accu-Chek Instant",
            models: accuChek
        ),
    ]
}

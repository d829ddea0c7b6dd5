extension QuirkBook {
    private static let accuChek = [
        QuirkMatch(name: "Accu-Chek"), QuirkMatch(name: "meter+"),
        QuirkMatch(manufacturer: "Roche", service: .glucoseService),
    ]
    private static let iSens = [
        QuirkMatch(name: "CareSens"), QuirkMatch(name: "ReliOn 2395"), QuirkMatch(name: "ReliOn 0015"),
        QuirkMatch(manufacturer: "i-SENS"),
    ]
    private static let contour = [
        QuirkMatch(name: "Contour"), QuirkMatch(manufacturer: "Ascensia"), QuirkMatch(manufacturer: "Bayer"),
    ]

    /// How glucose meters depart from their profile.
    static let meters: [QuirkRule] = [
        QuirkRule(
            .ketoneContext,
            rule: """
                Meal 6 makes the record one of blood ketone: a tenth of the mg/dL number in mmol/L, HI above 8.0, and no \
                glucose. Of a record in mol/L the sources make different values, so it gives none.
                """,
            source:
                "tidepool-org/uploader, bluetoothLEDriver.js processData; NightscoutFoundation/xDrip, ContextRx.java"
        ),
        QuirkRule(
            .fillerSFloat,
            rule: "A concentration of 0xFFFF, which is -0.1, is none.",
            source: "Capture of a glucose and ketone meter, pullrequest.ru/14028530"
        ),
        QuirkRule(
            .controlSolution,
            rule: "Sample type 10 or location 4 is no one's blood: the measurement is marked as not of a person.",
            source: "Glucose Measurement, Type-Sample Location (public GATT XML); xDrip drops them"
        ),
        QuirkRule(
            .month13,
            rule: """
                Month 13 means January, but not of which year, so the date stays invalid: it names the measurement in its \
                key, and the reading's time is unknown.
                """,
            source: "tidepool-org/ble-glucose, index.js",
            models: iSens
        ),
        QuirkRule(
            .accuchekType4,
            rule: "Type 4 and location 4 are carried as they are; only type 10 is a control solution.",
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java",
            models: accuChek
        ),
        QuirkRule(
            .accuchekLimits,
            rule: "A value over 600 mg/dL (33.3 mmol/L) is HI, under 10 (0.6) LO: out of bounds, without a number.",
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java",
            models: accuChek
        ),
        QuirkRule(
            .duplicateSequence,
            rule: "A record that comes twice has the same key both times.",
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java",
            models: accuChek
        ),
        QuirkRule(
            .taidocReverseSequence,
            rule: """
                The number is never in a key nor asked for: all records are, and their times tell which are known. \
                Asking for the first one only would lose what was measured between two links.
                """,
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java: Diamond Mini DM30b, firmware 1.2.4",
            models: [
                QuirkMatch(manufacturer: "TaiDoc"), QuirkMatch(name: "Diamond Mini"), QuirkMatch(model: "DM30"),
            ]
        ),
        QuirkRule(
            .foraFakeHigh,
            rule: "A HI of the year 2037 or later is no measurement; records are asked for all at once.",
            source: "tidepool-org/uploader, bluetoothLEDriver.js: Fora TNG with a full memory of 450",
            models: [
                QuirkMatch(name: "TNG"), QuirkMatch(name: "FORA"), QuirkMatch(manufacturer: "ForaCare"),
            ]
        ),
        QuirkRule(
            .contourSinceSequence,
            rule: "Records are asked for from the last known number on.",
            source: "NightscoutFoundation/xDrip, BluetoothGlucoseMeter.java",
            models: contour
        ),
        QuirkRule(
            .countPause,
            rule: """
                Records are counted first; 500 ms pass before each request, a count is asked for again after 1 s and a \
                reading after 5 s.
                """,
            source: "tidepool-org/uploader, bluetoothLEDriver.js fetchData: for all meters",
            models: [QuirkMatch(service: .glucoseService)]
        ),
        QuirkRule(
            .caresensClock,
            rule: "The clock is read and set by the vendor's command; a failure is no reason not to read.",
            source: "tidepool-org/uploader, bluetoothLEDriver.js getConfigInfo; xDrip, caresens/TimeTx.java",
            models: iSens
        ),
        QuirkRule(
            .contourClock,
            rule: "The clock is set by the vendor's characteristic, in UTC with its offset.",
            source: "weliem/blessed-android, BluetoothHandler.java",
            models: contour
        ),
        QuirkRule(
            .pairOnConnect,
            rule: "Pairing is asked for at once after connecting, or the person is asked twice.",
            source: "weliem/blessed-android, BluetoothHandler.java",
            models: contour
        ),
        QuirkRule(
            .bondBeforeRead,
            rule: "Nothing is read before the bond is made.",
            source: "weliem/blessed-android#35: Accu-Chek Instant",
            models: accuChek
        ),
    ]
}

extension QuirkBook {
    private static let aAndD = [
        QuirkMatch(name: "A&D"), QuirkMatch(name: "UA-"), QuirkMatch(name: "UT-"), QuirkMatch(name: "UC-"),
        QuirkMatch(manufacturer: "A&D"),
    ]

    /// What cuffs, thermometers and scales need of a link.
    static let links: [QuirkRule] = [
        QuirkRule(
            .subscribeLate,
            rule: "At least 100 ms pass between service discovery and the first subscription, for every device.",
            source: "derdilla/blood-pressure-monitor-fl#729: Beurer BM85",
            models: [QuirkMatch(name: "BM85"), QuirkMatch(name: "BM 85"), QuirkMatch(model: "BM85")]
        ),
        QuirkRule(
            .andDisconnectAfterBond,
            rule: "The link is cut right after bonding, which ends the pairing.",
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
            rule: "A passkey is shown for the person to type in; any one will do.",
            source: "1technophile/OpenMQTTGateway#806: Silvercrest SBM69",
            models: [QuirkMatch(name: "SBM69"), QuirkMatch(model: "SBM69")]
        ),
        QuirkRule(
            .yonkerConnectAfter,
            rule: "It is connected when its advertisement stands still after a measurement, not while it measures.",
            source: "derdilla/blood-pressure-monitor-fl#615: YK-IBPA1",
            models: [QuirkMatch(name: "YK-"), QuirkMatch(name: "Yonker"), QuirkMatch(manufacturer: "Yonker")]
        ),
    ]

    /// When clocks may be written.
    static let clocks: [QuirkRule] = [
        QuirkRule(
            .omronTimeOnNotify,
            rule: "The clock is written only after its first notification, and only where it is over 10 minutes off.",
            source: "weliem/blessed-android, BluetoothHandler.java",
            models: [QuirkMatch(manufacturer: "OMRON"), QuirkMatch(company: 0x020E), QuirkMatch(name: "BLEsmart_")]
        )
    ]
}

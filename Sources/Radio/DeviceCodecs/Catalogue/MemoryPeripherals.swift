/// Devices whose memory is read by their makers' protocols; none was tried.
enum MemoryPeripherals {
    /// The rows of the catalogue.
    static let rows: [Peripheral] = [
        memory(
            10_100,
            manufacturer: "Viatom",
            model: "Checkme O2, SleepU and WearO2",
            type: .pulseOximeter,
            names: [
                "Checkme O2", "SleepU", "SleepO2", "WearO2", "KidsO2", "BabyO2", "OxyLink", "O2M", "CheckO2",
            ],
            words: .nights,
            speaks: .o2ring
        ),
        memory(
            10_101,
            manufacturer: "Viatom",
            model: "BP2, BP2A and BP2W",
            type: .bloodPressureMonitor,
            names: ["BP2"],
            words: .cuff,
            speaks: .bp2
        ),
        // SpO209 and SpO210, the CMS50K, have another protocol; SpO208, the CMS50D-BT, has no memory.
        memory(
            10_102,
            manufacturer: "Contec",
            model: "CMS50EW, FW, IW, S and 60D1",
            type: .pulseOximeter,
            names: ["SpO201", "SpO202", "SpO206", "SpO211", "SpO212", "SpO213"],
            words: .recordings,
            speaks: .cms50
        ),
        taiDoc(
            10_103,
            model: "Glucose meter (FORA, GlucoRx, Diamond)",
            type: .glucoseMeter,
            names: ["TAIDOC TD4", "TD-4", "Glucomaxx Connect", "FORA", "TNG VOICE"],
            words: .meter
        ),
        taiDoc(
            10_104,
            model: "Blood pressure monitor",
            type: .bloodPressureMonitor,
            names: ["TAIDOC TD3", "TD-3"],
            words: .cuff
        ),
        taiDoc(10_105, model: "Pulse oximeter", type: .pulseOximeter, names: ["TAIDOC TD8", "TD-8"], words: .oximeter),
        taiDoc(10_106, model: "Thermometer", type: .thermometer, names: ["TAIDOC TD1", "TD-1"], words: .thermometer),
        memory(
            10_107,
            manufacturer: "Microlife",
            model: "BP B6 Connect",
            type: .bloodPressureMonitor,
            names: ["B6 Connect"],
            words: .cuff,
            speaks: .microlife,
            pairing: .onRefusal
        ),
    ]

    private static func memory(
        _ id: Int,
        manufacturer: String,
        model: String,
        type: PeripheralType,
        names: [String],
        excludes: [AdvertRule] = [],
        words: PeripheralWords,
        speaks: ProtocolName,
        pairing: PairingNeed = .none
    ) -> Peripheral {
        Peripheral(
            id,
            manufacturer: manufacturer,
            model: model,
            type: type,
            advert: AdvertRule(namePrefixes: names, excludes: excludes),
            words: words,
            speaks: speaks,
            pairing: pairing
        )
    }

    /// An entry for a TaiDoc device that does not advertise a standard service, which is read first where it has one.
    private static func taiDoc(
        _ id: Int,
        model: String,
        type: PeripheralType,
        names: [String],
        words: PeripheralWords
    ) -> Peripheral {
        let services: [BluetoothUUID] = [
            .glucoseService, .bloodPressureService, .pulseOximeterService, .thermometerService,
        ]
        return memory(
            id,
            manufacturer: "TaiDoc",
            model: model,
            type: type,
            names: names,
            excludes: [AdvertRule(services: services)],
            words: words,
            speaks: .taidoc,
            pairing: .onRefusal
        )
    }
}

extension PeripheralWords {
    /// For oximeters that are worn at night and keep each night.
    static let nights = PeripheralWords(
        pairing: oximeter.pairing,
        start: "Take the oximeter off after the night and keep it near the hub.",
        reading: """
            Leave the oximeter near the hub until its nights have been sent. Of each night the hub sends the lowest, mean and \
            highest saturation and pulse; drops and movements are not sent.
            """
    )
    /// For oximeters that keep recordings.
    static let recordings = PeripheralWords(
        pairing: oximeter.pairing,
        start: "Record first. Then switch the oximeter's Bluetooth on and keep it near the hub.",
        reading: """
            Leave the oximeter on and near the hub until its memory has been sent. Of a long recording the hub sends the \
            lowest, mean and highest values. Read it here before the maker's app does, which erases the memory.
            """
    )
}

extension PeripheralCatalogue {
    /// Devices that no built-in driver reads: undocumented protocols, most with a licensed driver, and an unsafe one.
    ///
    /// What they advertise is not public; the names are those printed on the device.
    static let closed: [Peripheral] = [
        // Its protocol is undocumented. It is read as a standard thermometer if it has that service.
        Peripheral(
            1,
            manufacturer: "Pyle Health",
            model: "Thermometer",
            type: .thermometer,
            advert: AdvertRule(namePrefixes: ["PHTM", "Pyle"]),
            words: .thermometer
        ),
        Peripheral(
            32,
            manufacturer: "AgaMatrix",
            model: "Jazz Wireless 2",
            type: .glucoseMeter,
            advert: AdvertRule(namePrefixes: ["AgaMatrix", "Jazz"]),
            words: .agamatrix,
            speaks: .agamatrix,
            needs: [.keyFile("agamatrix-authkey.json")],
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            33,
            manufacturer: "CVS Health",
            model: "Advanced Bluetooth Glucose Meter",
            type: .glucoseMeter,
            advert: AdvertRule(namePrefixes: ["CVS Advanced", "CVS Health Advanced"]),
            words: .agamatrix,
            speaks: .agamatrix,
            needs: [.keyFile("cvshealth-authkey.json")],
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            51,
            manufacturer: "Roche",
            model: "CoaguChek INR",
            type: .coagulationMeter,
            advert: AdvertRule(namePrefixes: ["CoaguChek"]),
            words: .coaguchek,
            speaks: .coaguchek,
            needs: [.license, .encryptionKey],
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_020,
            manufacturer: "CVS Health",
            model: "Digital Glass Body Analysis Scale",
            type: .weightScale,
            advert: AdvertRule(namePrefixes: ["CVS Scale", "CVS Health Scale"]),
            words: .cvsScale,
            speaks: .cvsScale,
            pairing: .required,
            hasMemory: false
        ),
        Peripheral(
            10_108,
            manufacturer: "Bioland",
            model: "G-500",
            type: .glucoseMeter,
            advert: AdvertRule(namePrefixes: ["Bioland"]),
            words: .bioland,
            speaks: .bioland,
            advertises: .afterMeasurement
        ),
    ]
}

extension PeripheralWords {
    /// Instructions for Bioland meters, which the hub does not query.
    static let bioland: PeripheralWords = {
        let reason = """
            VitalBus does not read this meter: each request to it carries a time, no source says whether the meter takes \
            that for its clock, and the meter does not give its own time first. Type the values in.
            """
        return PeripheralWords(pairing: reason, start: reason, reading: reason)
    }()
    /// Instructions for meters with the AgaMatrix protocol.
    static let agamatrix = PeripheralWords(
        pairing: """
            Switch on Bluetooth in the meter's menu and choose pairing. If the meter shows six digits, type them at the \
            hub when it asks. The hub needs the maker's key file and a driver first.
            """,
        start: meter.start,
        reading: meter.reading
    )
    /// Instructions for CoaguChek meters.
    static let coaguchek = PeripheralWords(
        pairing: """
            Store the meter's encryption key at the hub: 32 hexadecimal digits, in the meter's menu under Other > About, or \
            in the QR code there. Then choose pairing in the meter's Bluetooth menu. The hub needs validic.license and a \
            driver first.
            """,
        start: "Measure first. Then switch the meter's Bluetooth on and keep it near the hub.",
        reading: "Leave the meter on and near the hub until its results have been sent."
    )
    /// Instructions for the CVS scale, with its three limitations.
    static let cvsScale = PeripheralWords(
        pairing: """
            Hold the button under the scale until the display blinks. Pairing makes a new profile on the scale, and what \
            it measured before the pairing is not sent.
            """,
        start: "Step on once to wake the scale, step off and wait for zero.",
        reading: """
            Step on barefoot and stand still until the value stops blinking. Only body weight is sent, no other value of \
            the body analysis, and no earlier readings.
            """
    )
}

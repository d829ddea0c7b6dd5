internal import VitalRecords

extension ProtocolName {
    /// Home-made scales that speak BTHome v2.
    public static let bthomeScale = ProtocolName(rawValue: "bthome-scale")
    /// Thermometers that speak BTHome v2 and that a person paired as one for people.
    public static let bthomeThermometer = ProtocolName(rawValue: "bthome-thermometer")
}

extension AdvertDecoder {
    private static let bthomePlaces = [AdvertPlace.serviceData(BluetoothUUID(0xFCD2))]
    /// What a living person's temperature can be, in °C; the protocol's thermometers measure rooms as well.
    private static let people = DecimalNumber(30)...DecimalNumber(45)

    /// A scale by BTHome v2, plain or encrypted; a value counts once no other came for two seconds, if a person can have it.
    static let bthomeScale = AdvertDecoder(speaks: .bthomeScale, places: bthomePlaces, hold: 2) {
        bytes,
        options throws(CodecError) in
        let frame = try bthomeFrame(bytes, options: options)
        let kilograms = try frame.object("mass_kg")
        let pounds = try frame.object("mass_lb")
        guard let value = kilograms ?? pounds else { return .nothing }
        let mass = Measurement(metric: .bodyWeight, value: value, unit: kilograms == nil ? "[lb_av]" : "kg")
        guard mass.isPersonsWeight else { return .measuring }
        return .result(frame.bthome(.weightMeasurement, type: .weight, value: mass, bytes: bytes), isWhole: false)
    }

    /// A thermometer by BTHome v2 that a person paired; what no person has is a room's temperature.
    static let bthomeThermometer = AdvertDecoder(speaks: .bthomeThermometer, places: bthomePlaces, hold: 2) {
        bytes,
        options throws(CodecError) in
        let frame = try bthomeFrame(bytes, options: options)
        guard let degrees = try frame.object("temperature") else { return .nothing }
        guard people.contains(degrees) else { return .measuring }
        let value = Measurement(metric: .bodyTemperature, value: degrees, unit: "Cel")
        return .result(
            frame.bthome(.temperatureMeasurement, type: .biometrics, value: value, bytes: bytes),
            isWhole: false
        )
    }
}

extension AdvertDecoder {
    /// Decodes an advert; a device with a key encrypts all of them, so a plain one is not its.
    fileprivate static func bthomeFrame(
        _ bytes: [UInt8],
        options: DriverOptions
    ) throws(CodecError) -> DriverFrame {
        let frame = try BTHomeFamily.decode(ByteView(bytes), options: options)
        guard options.key == nil || frame.isSet("encrypted") else {
            throw CodecError(.invalid, message: "the device has a key, but this advert is not encrypted")
        }
        return frame
    }
}

extension DriverFrame {
    /// The value of an object; nil if the advert has none.
    ///
    /// - Throws: ``CodecError`` with `invalid` for several different ones, of which nothing says which is a person's.
    fileprivate func object(_ name: String) throws(CodecError) -> DecimalNumber? {
        guard case .list(let objects) = fields.first(where: { $0.name == "objects" })?.value else { return nil }
        var found: Set<DecimalNumber> = []
        for case .list(let pair) in objects where pair.first == .text(name) {
            if case .number(let number) = pair.last { found.insert(number) }
        }
        guard found.count < 2 else {
            throw CodecError(.invalid, message: "the advert has several values of \(name)")
        }
        return found.first
    }

    /// A measurement; the counter of an encrypted advert numbers it, and only the bytes tell plain ones apart.
    fileprivate func bthome(
        _ characteristic: BluetoothUUID,
        type: RecordType,
        value: Measurement,
        bytes: [UInt8]
    ) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: characteristic,
            time: nil,
            sequence: number("counter").flatMap { UInt64($0.description) },
            keyBytes: bytes,
            type: type,
            measurements: [value],
            context: nil
        )
    }
}

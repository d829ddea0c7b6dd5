internal import VitalRecords

/// What reads measurements out of a protocol's adverts: a row of ``AdvertTable``.
///
/// Pure: equal bytes and options give an equal finding, so a replay of saved frames gives the same measurements.
public struct AdvertDecoder: Sendable {
    /// The protocol, as the catalogue's rows name it.
    public let speaks: ProtocolName
    /// Where an advert holds the protocol's frames.
    public let places: [AdvertPlace]
    /// How long a result waits for its other parts, in seconds; 2 to 5.
    public let hold: Double
    private let decode: @Sendable (_ bytes: [UInt8], _ options: DriverOptions) throws(CodecError) -> AdvertFinding

    init(
        speaks: ProtocolName,
        places: [AdvertPlace],
        hold: Double,
        decode: @escaping @Sendable ([UInt8], DriverOptions) throws(CodecError) -> AdvertFinding
    ) {
        self.speaks = speaks
        self.places = places
        self.hold = hold
        self.decode = decode
    }

    /// Finds out what a frame says.
    ///
    /// - Parameter options: The device's key and address, for encrypted frames.
    /// - Throws: ``CodecError``; no bytes whatever trap.
    public func finding(_ bytes: [UInt8], options: DriverOptions = DriverOptions()) throws(CodecError) -> AdvertFinding
    {
        guard !bytes.isEmpty else { throw CodecError(.empty, message: "the frame has no bytes") }
        return try decode(bytes, options)
    }
}

/// Where an advert holds a protocol's frames.
public enum AdvertPlace: Hashable, Sendable {
    /// The data of a service.
    case serviceData(BluetoothUUID)
    /// The data of a company.
    case manufacturerData(UInt16)

    /// The name under which a frame of this place is stored: the service, or the company in the place of one.
    public var name: BluetoothUUID {
        switch self {
        case .serviceData(let service): service
        case .manufacturerData(let company): BluetoothUUID(company)
        }
    }

    /// The frame that an advert holds here; nil if it has none.
    ///
    /// - Parameters:
    ///   - serviceData: Hexadecimal digits by service.
    ///   - manufacturerData: Hexadecimal digits by company in decimal.
    public func frame(serviceData: [String: String], manufacturerData: [String: String]) -> [UInt8]? {
        let digits =
            switch self {
            case .serviceData(let service): serviceData[service.description]
            case .manufacturerData(let company): manufacturerData["\(company)"]
            }
        // Absent is nil: what has no bytes or no digits is no frame.
        return digits.flatMap { try? CharacteristicDecoder.bytes(hex: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// What a frame of an advert says.
public enum AdvertFinding: Hashable, Sendable {
    /// No measurement: the device is idle, or only shows that it is there.
    case nothing
    /// A person is measuring, and the value has not settled.
    case measuring
    /// A settled measurement, or a part of it; parts of one have equal key bytes. `isWhole` says that no more follows.
    case result(DeviceMeasurement, isWhole: Bool)
}

extension Measurement {
    /// Whether it is a weight that a person can have.
    ///
    /// A scale that says everything in adverts also says what is left on it after a person, in one report up to 5 kg.
    /// Source: home-assistant/core#104300.
    var isPersonsWeight: Bool {
        // Absent is nil: a weight that cannot be converted does not count.
        guard metric == .bodyWeight, let row = MetricTable.metric(named: metric),
            let mass = try? row.canonicalValue(of: self)
        else { return false }
        return mass >= 5 && !isImplausible
    }
}

extension DeviceMeasurement {
    /// The measurement with what a later part of it adds.
    ///
    /// The key and the values stay, and the revision rises where the part adds any.
    public func joined(withPart part: DeviceMeasurement) -> DeviceMeasurement {
        var result = self
        let known = Set(measurements.map(\.metric))
        let new = part.measurements.filter { !known.contains($0.metric) }
        result.measurements += new
        result.isUsable = isUsable || part.isUsable
        result.completeness = new.isEmpty ? max(completeness, part.completeness) : 1
        return result
    }
}

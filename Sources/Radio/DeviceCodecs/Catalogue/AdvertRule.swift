/// How to recognise a peripheral by its advertisement.
///
/// All parts that are set must match, and no exclusion may.
public struct AdvertRule: Hashable, Sendable, Codable {
    /// Services, one of which must be advertised; empty for any.
    public var services: [BluetoothUUID]
    /// Prefixes, one of which the name must have, ignoring case; empty for any.
    public var namePrefixes: [String]
    /// Company identifiers, one of which must be in the manufacturer data; empty for any.
    public var companies: [UInt16]
    /// Service data, one of which must be advertised; empty for any.
    public var serviceData: [ServiceDataRule]
    /// Rules that must not match: devices that only look like this one.
    public var excludes: [AdvertRule]

    /// Makes a rule from its parts.
    public init(
        services: [BluetoothUUID] = [],
        namePrefixes: [String] = [],
        companies: [UInt16] = [],
        serviceData: [ServiceDataRule] = [],
        excludes: [AdvertRule] = []
    ) {
        self.services = services
        self.namePrefixes = namePrefixes
        self.companies = companies
        self.serviceData = serviceData
        self.excludes = excludes
    }

    /// Decodes a rule; absent parts match anything.
    ///
    /// - Throws: `DecodingError`, also for an unknown field.
    public init(from decoder: any Decoder) throws {
        try StrictKeys.check(
            decoder,
            known: ["services", "namePrefixes", "companies", "serviceData", "excludes"]
        )
        let container = try decoder.container(keyedBy: CodingKeys.self)
        services = try container.decodeIfPresent([BluetoothUUID].self, forKey: .services) ?? []
        namePrefixes = try container.decodeIfPresent([String].self, forKey: .namePrefixes) ?? []
        companies = try container.decodeIfPresent([UInt16].self, forKey: .companies) ?? []
        serviceData = try container.decodeIfPresent([ServiceDataRule].self, forKey: .serviceData) ?? []
        excludes = try container.decodeIfPresent([AdvertRule].self, forKey: .excludes) ?? []
    }

    /// Whether the rule has no part that identifies a device.
    var isEmpty: Bool { specificity == 0 }

    /// How specific the rule is: a name counts most, a service least.
    ///
    /// The peripheral with the most specific rule wins; a rule without parts has 0 and matches nothing.
    var specificity: Int {
        (services.isEmpty ? 0 : 1) + (companies.isEmpty ? 0 : 2) + (serviceData.isEmpty ? 0 : 2)
            + (namePrefixes.isEmpty ? 0 : 4)
    }

    /// Whether all parts match; a rule without parts matches nothing.
    func matches(_ advert: AdvertFacts) -> Bool {
        guard specificity > 0 else { return false }
        return (services.isEmpty || services.contains(where: advert.services.contains))
            && (namePrefixes.isEmpty || namePrefixes.contains(where: advert.isNamed))
            && (companies.isEmpty || companies.contains { advert.manufacturerData[$0] != nil })
            && (serviceData.isEmpty || serviceData.contains { $0.matches(advert.serviceData) })
            && !excludes.contains { $0.matches(advert) }
    }
}

/// Service data that identifies a peripheral.
///
/// A UUID alone is not enough: some vendors send proprietary payloads under standard UUIDs.
public struct ServiceDataRule: Hashable, Sendable, Codable {
    /// The service of the data.
    public var service: BluetoothUUID
    /// The allowed lengths in bytes; empty for any.
    public var lengths: [Int]

    /// Makes a rule from its parts.
    public init(service: BluetoothUUID, lengths: [Int] = []) {
        self.service = service
        self.lengths = lengths
    }

    /// Decodes a rule; absent lengths match any.
    public init(from decoder: any Decoder) throws {
        try StrictKeys.check(decoder, known: ["service", "lengths"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        service = try container.decode(BluetoothUUID.self, forKey: .service)
        lengths = try container.decodeIfPresent([Int].self, forKey: .lengths) ?? []
    }

    func matches(_ data: [BluetoothUUID: [UInt8]]) -> Bool {
        guard let bytes = data[service] else { return false }
        return lengths.isEmpty || lengths.contains(bytes.count)
    }
}

/// The parts of an advertisement that the catalogue matches.
public struct AdvertFacts: Hashable, Sendable {
    /// The advertised services.
    public var services: [BluetoothUUID]
    /// The advertised name.
    public var name: String?
    /// The manufacturer data by company identifier.
    public var manufacturerData: [UInt16: [UInt8]]
    /// The service data by service.
    public var serviceData: [BluetoothUUID: [UInt8]]

    /// Makes the facts of one advertisement.
    public init(
        services: [BluetoothUUID] = [],
        name: String? = nil,
        manufacturerData: [UInt16: [UInt8]] = [:],
        serviceData: [BluetoothUUID: [UInt8]] = [:]
    ) {
        self.services = services
        self.name = name
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
    }

    func isNamed(_ beginning: String) -> Bool {
        !beginning.isEmpty && name?.lowercased().hasPrefix(beginning.lowercased()) == true
    }
}

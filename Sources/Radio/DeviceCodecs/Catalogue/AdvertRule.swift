/// By what a peripheral is told from its advertisement.
///
/// All parts that are there must hold, and none of the exclusions.
public struct AdvertRule: Hashable, Sendable, Codable {
    /// Services of which one must be advertised.
    ///
    /// Empty: any.
    public var services: [BluetoothUUID]
    /// Beginnings of which the name must have one, in any case.
    ///
    /// Empty: any.
    public var namePrefixes: [String]
    /// Company numbers of which one must be in the manufacturer data.
    ///
    /// Empty: any.
    public var companies: [UInt16]
    /// Service data of which one must be there.
    ///
    /// Empty: any.
    public var serviceData: [ServiceDataRule]
    /// What must not hold: devices that only look like this one.
    public var excludes: [AdvertRule]

    /// Makes a rule.
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

    /// Reads a rule; absent parts are any.
    ///
    /// - Throws: `DecodingError`, also for an unknown part.
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

    /// True where it says nothing by which a device could be told.
    var isEmpty: Bool { specificity == 0 }

    /// How sharply the rule tells one model from others: a name tells most, a service least.
    ///
    /// The peripheral with the most specific rule wins; a rule without parts has 0 and matches nothing.
    var specificity: Int {
        (services.isEmpty ? 0 : 1) + (companies.isEmpty ? 0 : 2) + (serviceData.isEmpty ? 0 : 2)
            + (namePrefixes.isEmpty ? 0 : 4)
    }

    /// True where all parts hold.
    ///
    /// A rule without parts matches nothing.
    func matches(_ advert: AdvertFacts) -> Bool {
        guard specificity > 0 else { return false }
        return (services.isEmpty || services.contains(where: advert.services.contains))
            && (namePrefixes.isEmpty || namePrefixes.contains(where: advert.isNamed))
            && (companies.isEmpty || companies.contains { advert.manufacturerData[$0] != nil })
            && (serviceData.isEmpty || serviceData.contains { $0.matches(advert.serviceData) })
            && !excludes.contains { $0.matches(advert) }
    }
}

/// Service data by which a peripheral is told from its advertisement.
///
/// A UUID alone tells nothing: some makers put payloads of their own under the standard's UUIDs.
public struct ServiceDataRule: Hashable, Sendable, Codable {
    /// The service that the data belongs to.
    public var service: BluetoothUUID
    /// The lengths in bytes that the data may have.
    ///
    /// Empty: any.
    public var lengths: [Int]

    /// Makes a rule.
    public init(service: BluetoothUUID, lengths: [Int] = []) {
        self.service = service
        self.lengths = lengths
    }

    /// Reads a rule; absent lengths are any.
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

/// What a device advertises, as far as the catalogue looks at it.
public struct AdvertFacts: Hashable, Sendable {
    /// The advertised services.
    public var services: [BluetoothUUID]
    /// The advertised name.
    public var name: String?
    /// The manufacturer data by company number.
    public var manufacturerData: [UInt16: [UInt8]]
    /// The service data by service.
    public var serviceData: [BluetoothUUID: [UInt8]]

    /// Takes what was heard.
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

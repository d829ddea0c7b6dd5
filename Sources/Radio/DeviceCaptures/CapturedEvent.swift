package import DeviceCodecs

/// An event of a recording.
package struct CapturedEvent: Codable, Hashable, Sendable {
    /// The kinds of events.
    package enum Kind: String, Codable, Hashable, Sendable {
        /// The device advertised.
        case advert
        /// The link is up and the services are known.
        case connected
        /// The link ended.
        case disconnected
        /// A characteristic was read.
        case read
        /// Notifications or indications of a characteristic were switched on.
        case subscribed
        /// The device sent a value by itself.
        case notified
        /// A value was written, because a person allowed it.
        case wrote
        /// Something was refused or did not succeed.
        case failed
        /// Values or adverts are missing, because the device was faster than the recording.
        case gap
    }

    /// Milliseconds since the start of the recording.
    package var at: Int
    /// What happened.
    package var kind: Kind
    /// The characteristic.
    package var characteristic: BluetoothUUID?
    /// The value in hexadecimal digits.
    package var bytes: String?
    /// The advert.
    package var advert: CapturedAdvert?
    /// How often an equal advert followed, or how many elements are missing.
    package var count: Int?
    /// Why it failed: a stable code.
    package var reason: String?

    /// Creates an event.
    package init(
        _ kind: Kind,
        at: Int,
        characteristic: BluetoothUUID? = nil,
        bytes: [UInt8]? = nil,
        advert: CapturedAdvert? = nil,
        count: Int? = nil,
        reason: String? = nil
    ) {
        self.at = at
        self.kind = kind
        self.characteristic = characteristic
        self.bytes = bytes.map(Hexadecimal.digits)
        self.advert = advert
        self.count = count
        self.reason = reason
    }

    /// The value; nil without one.
    package var value: [UInt8]? { bytes.flatMap(Hexadecimal.bytes) }
}

/// An advert: what the device sends to everyone.
package struct CapturedAdvert: Codable, Hashable, Sendable {
    /// The signal in dBm.
    package var rssi: Int?
    /// The name.
    package var name: String?
    /// The services.
    package var services: [BluetoothUUID]
    /// Hexadecimal digits by company in decimal.
    package var manufacturerData: [String: String]
    /// Hexadecimal digits by service.
    package var serviceData: [String: String]

    /// Creates an advert.
    package init(
        rssi: Int? = nil,
        name: String? = nil,
        services: [BluetoothUUID] = [],
        manufacturerData: [UInt16: [UInt8]] = [:],
        serviceData: [BluetoothUUID: [UInt8]] = [:]
    ) {
        self.rssi = rssi
        self.name = name
        self.services = services
        self.manufacturerData = Dictionary(
            uniqueKeysWithValues: manufacturerData.map { ("\($0.key)", Hexadecimal.digits($0.value)) }
        )
        self.serviceData = Dictionary(
            uniqueKeysWithValues: serviceData.map { ($0.key.description, Hexadecimal.digits($0.value)) }
        )
    }

    /// What the catalogue of models looks at.
    package var facts: AdvertFacts {
        var facts = AdvertFacts(services: services, name: name)
        for (company, digits) in manufacturerData {
            guard let company = UInt16(company) else { continue }
            facts.manufacturerData[company] = Hexadecimal.bytes(digits)
        }
        for (service, digits) in serviceData {
            guard let service = BluetoothUUID(service) else { continue }
            facts.serviceData[service] = Hexadecimal.bytes(digits)
        }
        return facts
    }

    /// Whether both carry the same, whatever their signal.
    func isRepeat(of other: CapturedAdvert) -> Bool {
        var (mine, theirs) = (self, other)
        (mine.rssi, theirs.rssi) = (nil, nil)
        return mine == theirs
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    /// Two lower-case digits a byte.
    static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes; nil for text without two digits a byte.
    static func bytes(_ digits: String) -> [UInt8]? {
        let values = digits.map { $0.isASCII ? $0.hexDigitValue : nil }
        guard values.count.isMultiple(of: 2), !values.contains(nil) else { return nil }
        let nibbles = values.compactMap(\.self)
        return stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
    }
}

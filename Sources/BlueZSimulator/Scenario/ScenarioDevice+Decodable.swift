extension ScenarioDevice {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case address
        case addressType
        case name
        case profile
        case quirks
        case pairing
        case passkey
        case fields
        case information
        case battery
        case batteryAsInterface
        case clockOffsetSeconds
        case rssi
        case advertisingIntervalSeconds
        case advertisingSeconds
        case idleSeconds
        case manufacturerData
        case serviceData
        case awakeAtSeconds
        case measurements
    }

    /// Reads the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        self.init(
            address: try box.decode(String.self, forKey: .address),
            name: try box.value(.name, default: "VirtualBP"),
            profile: try box.value(.profile, default: .bloodPressure),
            quirks: try box.value(.quirks, default: []),
            pairing: try box.value(.pairing, default: .none),
            passkey: try box.value(.passkey, default: 123_456),
            awakeAt: try box.value(.awakeAtSeconds, default: [Double]()).map { .seconds(min(max($0, 0), 3e8)) },
            measurements: try box.value(.measurements, default: [])
        )
        try readAppearance(box)
        try readBehaviour(box)
        try check(box)
    }

    private mutating func readAppearance(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        addressType = try box.value(.addressType, default: addressType)
        fields = try box.value(.fields, default: fields)
        information = try box.value(.information, default: information)
        battery = try box.decodeIfPresent(UInt8.self, forKey: .battery)
        batteryAsInterface = try box.value(.batteryAsInterface, default: true)
        rssi = try box.value(.rssi, default: rssi)
        let companies = try box.value(.manufacturerData, default: [String: String]())
        for (company, text) in companies {
            guard let id = UInt16(company), let bytes = [UInt8](hex: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .manufacturerData,
                    in: box,
                    debugDescription: "must be {\"decimal company\": \"hex\"}"
                )
            }
            manufacturerData[id] = bytes
        }
        for (uuid, text) in try box.value(.serviceData, default: [String: String]()) {
            guard let bytes = [UInt8](hex: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .serviceData,
                    in: box,
                    debugDescription: "must be {\"UUID\": \"hex\"}"
                )
            }
            serviceData[GattUUID.expand(uuid)] = bytes
        }
    }

    private mutating func readBehaviour(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        clockOffset = try box.value(.clockOffsetSeconds, default: 0)
        advertisingInterval = try box.seconds(.advertisingIntervalSeconds, default: advertisingInterval)
        advertisingTime = try box.seconds(.advertisingSeconds)
        idleTime = try box.seconds(.idleSeconds, default: idleTime)
    }

    private func check(_ box: KeyedDecodingContainer<CodingKeys>) throws {
        guard BluetoothAddress.isValid(address) else {
            throw DecodingError.dataCorruptedError(
                forKey: .address,
                in: box,
                debugDescription: "address must be like F0:0D:00:00:00:01"
            )
        }
        guard advertisingInterval >= .milliseconds(20), (battery ?? 0) <= 100, (-127...20).contains(rssi) else {
            throw DecodingError.dataCorruptedError(
                forKey: .address,
                in: box,
                debugDescription: "advertisingIntervalSeconds from 0.02, battery to 100, rssi -127 to 20"
            )
        }
        guard abs(clockOffset) < 4_000_000_000, passkey <= 999_999 else {
            throw DecodingError.dataCorruptedError(
                forKey: .passkey,
                in: box,
                debugDescription: "passkey has six digits, clockOffsetSeconds is too large"
            )
        }
        guard profile == .bloodPressure || measurements.allSatisfy({ $0.frame != nil }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .measurements,
                in: box,
                debugDescription: "only bloodPressure makes values up; give each \(profile.rawValue) its frame"
            )
        }
    }
}

/// The local Bluetooth adapter.
package struct ScenarioAdapter: Decodable, Sendable {
    /// The last component of its object path.
    package var name: String
    /// Its Bluetooth address.
    package var address: String
    /// Whether it is powered when the daemon starts (`AutoEnable` of main.conf).
    package var autoEnable: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name
        case address
        case autoEnable
    }

    /// Creates an adapter.
    package init(name: String = "hci0", address: String = "00:AA:01:00:00:01", autoEnable: Bool = true) {
        self.name = name
        self.address = address
        self.autoEnable = autoEnable
    }

    /// Decodes the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        self.init()
        name = try box.value(.name, default: name)
        address = try box.value(.address, default: address)
        autoEnable = try box.value(.autoEnable, default: true)
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .name,
                in: box,
                debugDescription: "the adapter's name must be like hci0"
            )
        }
        guard BluetoothAddress.isValid(address) else {
            throw DecodingError.dataCorruptedError(
                forKey: .address,
                in: box,
                debugDescription: "the adapter's address must be like 00:AA:01:00:00:01"
            )
        }
    }
}

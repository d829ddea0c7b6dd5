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

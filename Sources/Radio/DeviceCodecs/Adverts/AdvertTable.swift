/// The protocols whose measurements are in their adverts; a new one is a row here, and its file.
public enum AdvertTable {
    /// The rows.
    public static let decoders: [AdvertDecoder] = [
        .xiaomiScale, .miBeacon, .qnScale, .bthomeScale, .bthomeThermometer,
    ]

    /// The decoder of a protocol; nil if its adverts hold no measurements.
    public static func decoder(for speaks: ProtocolName) -> AdvertDecoder? { decoders.first { $0.speaks == speaks } }
}

/// Where a reading or a record comes from.
public struct RecordSource: Hashable, Sendable, Codable {
    /// The way by which it was made.
    public var kind: SourceKind
    /// The number of the peripheral in the catalogue.
    public var peripheralID: Int?
    /// The device's manufacturer.
    public var manufacturer: String?
    /// The device's model.
    public var model: String?
    /// The device's serial number.
    public var serial: String?
    /// The software or device that first made the value, where it came through another one.
    public var originalSource: String?
    /// The platform whose health data was imported: `apple_health`, `google_fit`; nil where it was none.
    public var platform: String?
    /// How a display was read; nil for what no camera read.
    public var recognition: DisplayRecognition?

    /// Makes a source.
    public init(
        kind: SourceKind,
        peripheralID: Int? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        serial: String? = nil,
        originalSource: String? = nil,
        platform: String? = nil,
        recognition: DisplayRecognition? = nil
    ) {
        self.kind = kind
        self.peripheralID = peripheralID
        self.manufacturer = manufacturer
        self.model = model
        self.serial = serial
        self.originalSource = originalSource
        self.platform = platform
        self.recognition = recognition
    }
}

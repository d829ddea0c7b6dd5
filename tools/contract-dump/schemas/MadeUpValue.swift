internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// A value of any type of the contract, for a caller that only wants to see which keys are read.
struct MadeUpValue: SingleValueDecodingContainer {
    /// A text that is an id of any kind too.
    private static let text = "5f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f"
    private static let reading = """
        {"readingKey": "\(text)", "revision": 1, "type": "biometrics", "timestamp": "2026-01-01T00:00:00.000Z",
         "timeQuality": "unknown", "receivedAt": "2026-01-01T00:00:00.000Z", "hub": "room", "source": {"kind": "ocr"},
         "measurements": [], "logID": "\(text)", "seat": "bed"}
        """

    private static let measurement = #"{"metric": "pulse", "value": 1, "unit": "/min"}"#

    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { false }
    func decode(_ type: String.Type) -> String { Self.text }
    func decode(_ type: Double.Type) -> Double { 0 }
    func decode(_ type: Float.Type) -> Float { 0 }
    func decode(_ type: Int.Type) -> Int { 0 }
    func decode(_ type: Int8.Type) -> Int8 { 0 }
    func decode(_ type: Int16.Type) -> Int16 { 0 }
    func decode(_ type: Int32.Type) -> Int32 { 0 }
    func decode(_ type: Int64.Type) -> Int64 { 0 }
    func decode(_ type: UInt.Type) -> UInt { 0 }
    func decode(_ type: UInt8.Type) -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) -> UInt64 { 0 }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // These check what they read more closely.
        if type == Measurement.self { return try WireJSON.decode(type, from: Array(Self.measurement.utf8)) }
        guard type == Reading.self || type == VitalRecord.self else { return try Value(from: FieldProbe()) }
        return try WireJSON.decode(type, from: Array(Self.reading.utf8))
    }
}

/// A type that reads itself in a way that no payload of the contract does.
struct Unreadable: Error, CustomStringConvertible {
    let description: String

    init(_ type: Any.Type) {
        description = "\(type) cannot be described: give it fields, a list, a table of texts, or a word"
    }
}

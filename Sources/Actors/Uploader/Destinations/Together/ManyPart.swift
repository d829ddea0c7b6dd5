package import MessageBus
package import VitalRecords

/// One record within a request for several.
package struct ManyPart: Sendable {
    /// The record.
    package let record: VitalRecord
    /// The record's content.
    package let json: JSONValue
    /// How many measurements the destination has no place for.
    package let leftOut: Int
    /// How long it is as JSON text.
    package let bytes: Int

    /// Creates a part.
    ///
    /// - Throws: Errors of encoding.
    init(_ record: VitalRecord, json: JSONValue, leftOut: Int) throws {
        self.record = record
        self.json = json
        self.leftOut = leftOut
        bytes = try WireJSON.encode(json).count
    }
}

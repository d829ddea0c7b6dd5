package import MessageBus
package import VitalRecords

/// A record as it stands in a request that makes several.
package struct ManyPart: Sendable {
    /// The record.
    package let record: VitalRecord
    /// What is sent of it.
    package let json: JSONValue
    /// How many measurements the destination has no place for.
    package let leftOut: Int
    /// How long it is as JSON text.
    package let bytes: Int

    /// Makes a part.
    ///
    /// - Throws: What encoding throws.
    init(_ record: VitalRecord, json: JSONValue, leftOut: Int) throws {
        self.record = record
        self.json = json
        self.leftOut = leftOut
        bytes = try WireJSON.encode(json).count
    }
}

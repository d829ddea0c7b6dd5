/// The limits of a request that creates several records.
package struct ManyLimits: Sendable, Hashable {
    /// The most records.
    package let records: Int
    /// The most bytes of records in a request; a larger record gets a request for itself.
    package let bytes: Int

    /// Sets limits.
    package init(records: Int = 50, bytes: Int = 262_144) {
        self.records = records
        self.bytes = bytes
    }

    /// Cuts records into requests, in their order.
    func chunks(_ parts: [ManyPart]) -> [[ManyPart]] {
        var chunks: [[ManyPart]] = []
        var room = 0
        for part in parts {
            if chunks.isEmpty || part.bytes > room || chunks[chunks.count - 1].count >= records {
                chunks.append([])
                room = bytes
            }
            chunks[chunks.count - 1].append(part)
            room -= min(part.bytes, room)
        }
        return chunks
    }
}

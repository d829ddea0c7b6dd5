internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension OutboxStore {
    /// Saves several frames of one device in one commit and returns their rows' numbers in the same order.
    public func saveFrames(_ frames: [NewFrame], device: String) async throws -> [Int64] {
        try await writer.write { database in
            try frames.map { frame in
                try database.executeCached(
                    sql: "INSERT INTO raw_frames (device, characteristic, bytes, received_at) VALUES (?, ?, ?, ?)",
                    arguments: [device, frame.characteristic, frame.bytes, StoreTime.milliseconds(frame.receivedAt)]
                )
                return database.lastInsertedRowID
            }
        }
    }
}

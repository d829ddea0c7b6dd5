internal import Delivery
internal import DeviceCodecs
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Turns saved frames into readings in the outbox, at once or after a crash.
struct FrameDecoding: Sendable {
    let hub: HubID
    let store: OutboxStore
    let logger: Logger

    /// Decodes one saved frame and commits its reading with the frame's mark.
    ///
    /// - Returns: The reading; nil when the frame holds none.
    /// - Throws: `CodecError` for an unreadable frame, which stays on disk as decoded; `StoreError`.
    func commit(
        row: Int64,
        bytes: [UInt8],
        device: DeviceID,
        context: ReadContext,
        receivedAt: Date
    ) async throws -> Reading? {
        let builder = ReadingBuilder(hub: hub, device: device, context: context)
        let reading: Reading?
        do {
            reading = try builder.bloodPressure(bytes, receivedAt: receivedAt)
        } catch {
            _ = try await store.commitReadings(frames: [row], readings: [], at: receivedAt)
            logger.warning("a frame cannot be decoded", metadata: ["frame": "\(row)", "error": "\(error.code)"])
            throw error
        }
        let outbox = try reading.map { reading in
            let item = OutboxItem(readingKey: reading.readingKey.rawValue, revision: reading.revision)
            return [OutboxReading(item: item, payload: Data(try WireJSON.encode(reading)))]
        }
        _ = try await store.commitReadings(frames: [row], readings: outbox ?? [], at: receivedAt)
        return reading
    }

    /// Decodes the frames that a crash left undecoded.
    ///
    /// - Returns: How many readings came of them.
    func recover() async throws -> Int {
        var contexts: [String: ReadContext] = [:]
        var recovered = 0
        var leftovers: [Int64] = []
        // All of them: a frame behind a limit would lose the context before it.
        for frame in try await store.undecodedFrames(limit: .max) {
            guard frame.characteristic != ReadContext.characteristic else {
                contexts[frame.device] = try? WireJSON.decode(ReadContext.self, from: Array(frame.bytes))
                leftovers.append(frame.id)
                continue
            }
            guard let device = DeviceID(frame.device), let context = contexts[frame.device] else { continue }
            do {
                let reading = try await commit(
                    row: frame.id,
                    bytes: Array(frame.bytes),
                    device: device,
                    context: context,
                    receivedAt: frame.receivedAt
                )
                if reading != nil { recovered += 1 }
            } catch is CodecError {
                // Told by `commit`. A store that fails ends the recovery: the contexts must outlive their frames.
                continue
            }
        }
        if !leftovers.isEmpty { _ = try await store.commitReadings(frames: leftovers, readings: [], at: Date()) }
        return recovered
    }
}

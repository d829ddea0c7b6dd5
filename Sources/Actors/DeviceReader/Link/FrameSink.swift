internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Stores the frames of one link before they are interpreted, with all queued frames in one commit.
///
/// bluetoothd has confirmed each frame that it delivers, and the device may have erased it. Saving is therefore never
/// cancelled: frames wait for a disk that is full or locked.
struct FrameSink: Sendable {
    /// How long a frame may wait for the disk.
    static let saveLimit = Duration.seconds(300)

    let device: DeviceID
    /// The link's row.
    let link: Int64
    let store: OutboxStore
    let environment: BusEnvironment
    let logger: Logger

    /// Saves frames, and retries while the disk refuses them.
    ///
    /// - Throws: `StoreError` after the limit, or if a retry cannot help.
    func save(_ frames: [(characteristic: BluetoothUUID, bytes: [UInt8], at: Date)]) async throws -> [ArrivedFrame] {
        guard !frames.isEmpty else { return [] }
        let new = frames.map { frame in
            NewFrame(
                characteristic: frame.characteristic.description,
                bytes: Data(frame.bytes),
                receivedAt: frame.at.roundedToMilliseconds
            )
        }
        let waited = LinkJob.stopwatch(environment.clock)
        while true {
            do {
                let rows = try await store.saveFrames(new, device: device.description, link: link)
                return zip(rows, zip(frames, new)).map { row, frame in
                    ArrivedFrame(
                        row: row,
                        characteristic: frame.0.characteristic,
                        bytes: frame.0.bytes,
                        at: frame.1.receivedAt
                    )
                }
            } catch let error as StoreError where error.isRetriable && waited() < Self.saveLimit {
                logger.warning(
                    "cannot store frames, they stay in memory; free disk space, or stop the program that locks the store",
                    metadata: ["device": "\(device)", "error": "\(error.code)"]
                )
                try await environment.clock.sleep(for: .seconds(1))
            }
        }
    }

    /// Forgets which untimed readings the device may repeat, because it now knows that they are stored.
    func forgetRepeats() async {
        do {
            try await store.forgetRepeats(of: device.description)
        } catch {
            logger.warning(
                "readings of a connection may be repeated; equal values in the next minutes count as one",
                metadata: ["device": "\(device)", "error": "\(error)"]
            )
        }
    }

    /// Logs frames that were dropped before reaching the disk.
    func logMissed(_ dropped: Int) {
        logger.error(
            "dropped frames of a connection because they arrived too fast; asking the device again",
            metadata: ["device": "\(device)", "dropped": "\(dropped)"]
        )
    }
}

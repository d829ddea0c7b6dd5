internal import BusContract
internal import DeviceCodecs
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Recovers readings from frames that an earlier run or a failing store left undecoded.
@ReaderIsolation struct FrameRecovery: ReaderService {
    let foundation: ReaderFoundation

    /// Decodes the remaining frames; must not run during a reading.
    ///
    /// - Throws: `StoreError`.
    func recover() async throws {
        let unreadable = foundation.unreadable
        let recovered = try await foundation.decoding.recover { device, context, frames in
            unreadable.report(frames, of: device, peripheralID: context.peripheralID)
        }
        guard recovered > 0 else { return }
        statistics.add(recovered, to: .recovered)
        logger.notice("readings were recovered from frames on disk", metadata: ["count": "\(recovered)"])
        wake.signal()
    }
}

/// Publishes which frames cannot be decoded, but never their content.
@ReaderIsolation struct UnreadableFrames: ReaderService {
    /// The largest number of events per link, because a device with only such frames would flood the bus; the counter
    /// counts all.
    private static let limit = 16

    let foundation: ReaderFoundation

    func report(_ frames: [AssembledFrames.Unreadable], of device: DeviceID, peripheralID: Int) {
        statistics.add(frames.count, to: .unreadable)
        let told = frames.prefix(Self.limit).map { frame in
            FrameUnreadable(
                hub: hub.rawValue,
                peripheralID: peripheralID,
                device: device,
                characteristic: frame.characteristic.description,
                length: frame.length,
                code: frame.error.code.rawValue,
                frame: frame.row
            )
        }
        guard !told.isEmpty else { return }
        // Unstructured, because a broker that hangs must not block the radio.
        Task { for event in told { await events.publish(event, to: ReaderTopics.frameUnreadable) } }
    }
}

internal import BusContract
internal import DeviceCodecs
internal import VitalRecords

extension DeviceReaderActor {
    /// Tells which frames of a link cannot be decoded, never what is in them.
    ///
    /// The first 16: a device that sends nothing else would fill the bus. The counter has all.
    func tellUnreadable(_ frames: [AssembledFrames.Unreadable], _ device: DeviceID, _ peripheralID: Int) {
        counters["unreadable", default: 0] += Int64(frames.count)
        let events = frames.prefix(16).map { frame in
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
        guard !events.isEmpty else { return }
        // By itself: a broker that hangs must not keep the radio.
        Task { for event in events { await tell(ReaderTopics.frameUnreadable, event) } }
    }
}

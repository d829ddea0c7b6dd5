internal import DeliveryRules
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Decodes saved frames into readings in the outbox, at once or after a crash.
struct FrameDecoding: Sendable {
    let hub: HubID
    let store: OutboxStore
    let logger: Logger
    /// The keys of encrypted adverts; nil where there are none.
    var keys: AdvertKeys?

    /// Commits the readings, marks their frames as decoded and stores how far the device's memory is read.
    ///
    /// Everything is in one transaction: a crash leaves all of it or nothing.
    ///
    /// - Returns: The readings.
    /// - Throws: `StoreError`.
    @discardableResult
    func commit(
        _ assembled: [AssembledFrames],
        device: DeviceID,
        context: ReadContext,
        progress: DeviceProgress? = nil,
        at: Date
    ) async throws -> [Reading] {
        let builder = ReadingBuilder(hub: hub, device: device, context: context)
        let built = assembled.compactMap { frames in builder.reading(of: frames).map { (frames, $0) } }
        let readings = built.map(\.1)
        let rows = assembled.flatMap(\.rows)
        guard !rows.isEmpty || !readings.isEmpty || progress != nil else { return [] }
        let outbox = try readings.map { try OutboxReading($0) }
        // Until the link has ended in order, the device may not know that they are kept.
        let repeats = built.compactMap { frames, reading -> DeviceRepeat? in
            guard let twinKey = builder.repeatKey(of: reading, frames: frames) else { return nil }
            return DeviceRepeat(device: device.description, twinKey: twinKey, readingKey: reading.readingKey.rawValue)
        }
        try await store.commitReadings(frames: rows, readings: outbox, progress: progress, repeats: repeats, at: at)
        for unreadable in assembled.compactMap(\.unreadable) {
            logger.warning(
                "a frame cannot be decoded and is kept on disk; report the device's model with it",
                metadata: ["frame": "\(unreadable.row)", "error": "\(unreadable.error.code)"]
            )
        }
        for reason in assembled.compactMap(\.setAside) {
            logger.info("a frame makes no reading and is kept on disk", metadata: ["reason": "\(reason)"])
        }
        return readings
    }

    /// Decodes the frames that a crash left undecoded, link by link as the link itself would have.
    ///
    /// - Parameter unreadable: Called for each link with the frames that cannot be decoded.
    /// - Returns: The number of recovered readings.
    func recover(
        unreadable: (DeviceID, ReadContext, [AssembledFrames.Unreadable]) -> Void = { _, _, _ in }
    ) async throws -> Int {
        var recovered = 0
        // All of them: a measurement may have a frame behind a limit. The links last, so that each frame finds its own.
        let frames = try await store.undecodedFrames(limit: .max)
        let links = SavedLink.links(try await store.links.open(), frames: frames)
        for var link in links.sorted(by: { ($0.frames.first?.row ?? 0) < ($1.frames.first?.row ?? 0) }) {
            // Without a context the frames cannot be interpreted; they stay, and so does one that this version cannot read.
            guard let context = link.context, let device = DeviceID(link.device) else {
                if let row = link.row, link.hasFrames { tellUnreadableContext(of: link, row: row) }
                continue
            }
            let last = link.frames.last?.at ?? Date()
            var options = DriverOptions()
            if context.advert != nil, link.hasFrames, let row = link.row {
                // A part alone is not a measurement: what is booked already counts too.
                link.frames = try await AdvertStore(store: store).frames(of: device, link: row)
                options = try await keys?.options(of: device) ?? options
            }
            // A store that fails ends the recovery; the next one finds what is left.
            let assembled = link.assembled(options: options)
            recovered += try await commit(assembled, device: device, context: context, at: last).count
            unreadable(device, context, assembled.compactMap(\.unreadable))
        }
        // One whose frames stay undecoded stays open.
        try await store.links.settle(links.compactMap(\.row))
        return recovered
    }

    private func tellUnreadableContext(of link: SavedLink, row: Int64) {
        logger.error(
            "frames stay undecoded: the context of their link cannot be read; update the program, which tries them again",
            metadata: ["device": "\(link.device)", "link": "\(row)", "frames": "\(link.frames.count)"]
        )
    }
}

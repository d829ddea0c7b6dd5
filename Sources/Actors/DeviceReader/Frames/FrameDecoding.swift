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
    /// The keys of encrypted adverts; nil if there are none.
    var keys: AdvertKeys?

    /// Commits the readings, marks their frames as decoded, and stores how far the device's memory has been read.
    ///
    /// All of this is one transaction, so a crash leaves everything or nothing.
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
        // Until the link ends in order, the device may not know that the readings are stored.
        let repeats = built.compactMap { frames, reading -> DeviceRepeat? in
            guard let twinKey = builder.repeatKey(of: reading, frames: frames) else { return nil }
            return DeviceRepeat(device: device.description, twinKey: twinKey, readingKey: reading.readingKey.rawValue)
        }
        try await store.commitReadings(frames: rows, readings: outbox, progress: progress, repeats: repeats, at: at)
        for unreadable in assembled.compactMap(\.unreadable) {
            logger.warning(
                "cannot decode a frame; it is kept on disk: please report it with the device's model",
                metadata: ["frame": "\(unreadable.row)", "error": "\(unreadable.error.code)"]
            )
        }
        for reason in assembled.compactMap(\.setAside) {
            logger.info("a frame contains no reading; it is kept on disk", metadata: ["reason": "\(reason)"])
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
        // No limit, because it could cut a measurement's frames apart. Links are fetched last, so that each frame finds
        // its link.
        let frames = try await store.undecodedFrames(limit: .max)
        let links = SavedLink.links(try await store.links.open(), frames: frames)
        for var link in links.sorted(by: { ($0.frames.first?.row ?? 0) < ($1.frames.first?.row ?? 0) }) {
            // Frames without a readable context, or of a kind unknown to this version, stay on disk.
            guard let context = link.context, let device = DeviceID(link.device) else {
                if let row = link.row, link.hasFrames { tellUnreadableContext(of: link, row: row) }
                continue
            }
            let last = link.frames.last?.at ?? Date()
            var options = DriverOptions()
            if context.advert != nil, link.hasFrames, let row = link.row {
                // A measurement may have several parts, so include the frames that are decoded already.
                link.frames = try await AdvertStore(store: store).frames(of: device, link: row)
                options = try await keys?.options(of: device) ?? options
            }
            // A failing store ends this recovery; the next one continues with the rest.
            let assembled = link.assembled(options: options)
            recovered += try await commit(assembled, device: device, context: context, at: last).count
            unreadable(device, context, assembled.compactMap(\.unreadable))
        }
        // A link with undecoded frames stays open.
        try await store.links.settle(links.compactMap(\.row))
        return recovered
    }

    private func tellUnreadableContext(of link: SavedLink, row: Int64) {
        logger.error(
            "frames stay undecoded because the context of their connection cannot be read; update the program to decode them",
            metadata: ["device": "\(link.device)", "link": "\(row)", "frames": "\(link.frames.count)"]
        )
    }
}

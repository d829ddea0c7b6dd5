internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import ImageCleaning
internal import JobStore
internal import MessageBus
internal import OCRTools
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Puts readings of displays into the outbox, each with its picture, before anything of them is told.
struct ReadingKeeper: Sendable {
    /// What a reading is made for, and of.
    struct Origin: Sendable {
        /// The reading's key, made when the work was accepted.
        let key: ReadingKey
        /// The seat that it is for.
        let seat: SeatID?
        /// The hub that had the display.
        let hub: HubID
        /// When the display was seen.
        let seenAt: Date
        /// How many frames it is made of.
        let frames: Int
    }

    let store: DisplayStore
    let pictures: ImageFolder
    let wake: WakeUp
    let now: @Sendable () -> Date
    /// Held while files are written or removed: a file must not go between its writing and its row.
    let fileLock = AsyncLock()

    /// What was seen as the reading of somebody of whom nothing is kept; nil where nothing was seen that is one.
    func unkept(_ seen: SeenDisplay, origin: Origin) -> Reading? {
        guard seen.isReading, let meter = seen.meter else { return nil }
        return reading(of: seen, meter: meter, origin: origin)
    }

    /// Commits what was seen; a repeat changes nothing.
    ///
    /// - Returns: The reading and where its picture is going to be; nil where nothing was seen that could be confirmed.
    /// - Throws: `StoreError`.
    func keep(_ seen: SeenDisplay, origin: Origin) async throws -> (reading: Reading, crop: PictureReference?)? {
        guard seen.isReading, let meter = seen.meter else { return nil }
        let reading = reading(of: seen, meter: meter, origin: origin)
        let row = try OutboxReading(reading)
        // Absent is nil: a reading is kept without its picture rather than not at all.
        let crop = seen.crop.isEmpty ? nil : try? CleanImage(cleaning: seen.crop)
        try await fileLock.withLock {
            if let crop { try await pictures.save(crop.bytes, as: crop.sha256) }
            try await store.commit(
                row,
                file: crop?.sha256,
                size: crop?.bytes.count ?? 0,
                at: now()
            )
        }
        wake.signal()
        let reference = crop.map {
            PictureReference(
                sha256: $0.sha256,
                size: $0.bytes.count,
                contentType: .init(rawValue: $0.kind.contentType),
                readingKey: reading.readingKey
            )
        }
        return (reading, reference)
    }

    /// Erases the readings of a seat that wait for the session manager, with their pictures.
    ///
    /// - Throws: `StoreError`, also where all is deleted but the store's log could not be emptied.
    func erase(seat: String) async throws -> Int {
        let waiting = try await store.outbox.rows(ofSeat: seat).map(\.item)
        let erased = try await store.outbox.erase(frames: [], readings: waiting)
        try await sweep()
        return erased
    }

    /// Removes the files that no waiting reading needs.
    ///
    /// - Throws: `StoreError`.
    func sweep() async throws {
        try await fileLock.withLock {
            let files = try await pictures.names()
            guard !files.isEmpty else { return }
            try await pictures.remove(files.subtracting(try await store.neededFiles()))
        }
    }

    private func reading(of seen: SeenDisplay, meter: SeenDisplay.Meter, origin: Origin) -> Reading {
        Reading(
            readingKey: origin.key,
            type: meter.recordType,
            timestamp: origin.seenAt,
            timeQuality: .received,
            receivedAt: now(),
            hub: origin.hub,
            seat: origin.seat,
            source: RecordSource(
                kind: .ocr,
                peripheralID: meter.peripheralID,
                manufacturer: meter.manufacturer,
                model: meter.model,
                recognition: DisplayRecognition(
                    text: seen.text,
                    confidence: seen.confidence,
                    accepted: seen.isAccepted,
                    reasons: seen.toldReasons,
                    frames: origin.frames
                )
            ),
            measurements: seen.measurements,
            awaitsConfirmation: true
        ).flaggingImplausibleValues()
    }
}

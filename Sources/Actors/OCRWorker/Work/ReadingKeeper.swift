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

/// Stores readings of displays in the outbox, each with its picture, before they are published.
struct ReadingKeeper: Sendable {
    /// The origin of a reading.
    struct Origin: Sendable {
        /// The reading's key, created when the work was accepted.
        let key: ReadingKey
        /// The seat of the reading.
        let seat: SeatID?
        /// The hub that read the display.
        let hub: HubID
        /// When the display was seen.
        let seenAt: Date
        /// The number of frames used.
        let frames: Int
    }

    let store: DisplayStore
    let pictures: ImageFolder
    let wake: WakeUp
    let now: @Sendable () -> Date
    /// Held while files are written or removed, so that a file is not deleted before its row is stored.
    let fileLock = AsyncLock()

    /// The reading of a person whose readings are not stored; nil if the result is not a reading.
    func unkept(_ seen: SeenDisplay, origin: Origin) -> Reading? {
        guard seen.isReading, let meter = seen.meter else { return nil }
        return reading(of: seen, meter: meter, origin: origin)
    }

    /// Stores a result; a repeat changes nothing.
    ///
    /// - Returns: The reading and the reference to its picture; nil if the result cannot be confirmed.
    /// - Throws: `StoreError`.
    func keep(_ seen: SeenDisplay, origin: Origin) async throws -> (reading: Reading, crop: PictureReference?)? {
        guard seen.isReading, let meter = seen.meter else { return nil }
        let reading = reading(of: seen, meter: meter, origin: origin)
        let row = try OutboxReading(reading)
        // Absent is nil: a reading is stored without its picture rather than lost.
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

    /// Erases a seat's readings that wait for the session manager, with their pictures.
    ///
    /// - Throws: `StoreError`, also if all is deleted but the store's log could not be emptied.
    func erase(seat: String) async throws -> Int {
        let waiting = try await store.outbox.rows(ofSeat: seat).map(\.item)
        let erased = try await store.outbox.erase(frames: [], readings: waiting)
        try await sweep()
        return erased
    }

    /// Deletes files that no waiting reading needs.
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

internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// A worker's event about a stream.
enum StreamEvent: Sendable {
    case looked(OCRDidProcessResult)
    case completed(OCRDidCompleteReading)
    case cancelled(OCRDidCancel)
    case unavailable(OCRCameraUnavailable)

    /// Parses an event; nil for any other message.
    init?(_ message: BusMessage) {
        func data<Payload>(_ type: Payload.Type) -> Payload? where Payload: Codable & Sendable {
            // Absent is nil: another message is not an event.
            try? Envelope<Payload>.decode(message.payload).data
        }
        let event: StreamEvent? =
            switch EventLine(message)?.name {
            case OCRTopics.ocrDidProcessResult.descriptor.name: data(OCRDidProcessResult.self).map { .looked($0) }
            case OCRTopics.ocrDidCompleteReading.descriptor.name:
                data(OCRDidCompleteReading.self).map { .completed($0) }
            case OCRTopics.ocrDidCancel.descriptor.name: data(OCRDidCancel.self).map { .cancelled($0) }
            case OCRTopics.ocrCameraUnavailable.descriptor.name:
                data(OCRCameraUnavailable.self).map { .unavailable($0) }
            default: nil
            }
        guard let event else { return nil }
        self = event
    }

    /// The id of the stream.
    var jobID: String {
        switch self {
        case .looked(let event): event.jobID
        case .completed(let event): event.jobID
        case .cancelled(let event): event.jobID
        case .unavailable(let event): event.jobID
        }
    }

    /// The event with the session manager's disposition of its reading.
    ///
    /// A session may have started that the worker did not know.
    func checked(_ connection: HubConnection) async throws -> StreamEvent {
        guard case .completed(var event) = self, event.disposition != .notStored else { return self }
        let (key, time) = (event.record.readingKey, event.record.timestamp)
        let fate = try await PhotoFate.of(key, seat: event.seat, at: time, over: connection)
        event.disposition = fate ?? event.disposition
        return .completed(event)
    }

    /// Whether it ends the stream with a reading.
    var isReading: Bool { if case .completed = self { true } else { false } }

    /// The event for people; an end without a reading is an error.
    func text(seat: String?) -> [String] {
        switch self {
        case .looked(let event):
            let waits = PhotoText.doubts(event.waits?.filter { event.result.reasons?.contains($0) != true })
            let lines = PhotoText.doubts(event.result.reasons) + waits
            return ["frame \(event.frame): \(PhotoText.seen(event.result))"] + lines.map { "  \($0)" }
        case .completed(let event):
            let (key, facts) = (event.record.readingKey, event.metadata)
            let values = MeasuredText.text(event.record.measurements)
            guard event.disposition != .notStored else {
                let shown = values.isEmpty ? "a reading" : values
                return [EventLine.plain("\(shown), \(PhotoText.percent(facts.confidence)) sure, not stored")]
            }
            let line =
                "reading \(key)\(values.isEmpty ? "" : " \(values)") of \(facts.frames) frames, "
                + "\(PhotoText.percent(facts.confidence)) sure, held for confirmation"
            let steps = PhotoText.steps(key, seat: seat, isSure: facts.accepted)
            return [EventLine.plain(line)] + (PhotoText.doubts(facts.reasons) + steps).map { "  \($0)" }
        case .cancelled, .unavailable: return []
        }
    }

    /// The reason why there is no reading; nil while one is possible.
    var failure: CommandFailure? {
        switch self {
        case .looked: nil
        case .completed(let event): event.disposition == .notStored ? PhotoText.notStored(event.seat) : nil
        case .cancelled(let event): Self.failure(event.reason)
        case .unavailable(let event): Self.failure(event)
        }
    }

    private static func failure(_ reason: OCRDidCancel.Reason) -> CommandFailure {
        switch reason {
        case .timedOut:
            CommandFailure(
                reason.rawValue,
                message:
                    "the frames did not agree in time: hold the display still and without reflections, or allow more --seconds",
                exitCode: 75,
                isRetriable: true
            )
        case .ended: CommandFailure(reason.rawValue, message: "there are no more frames, and no reading", exitCode: 65)
        case .requested:
            CommandFailure(
                reason.rawValue,
                message: "cancelled; no reading is held",
                exitCode: 75,
                isRetriable: true
            )
        case .draining:
            CommandFailure(
                reason.rawValue,
                message: "the worker is stopping; no reading is held, try again",
                exitCode: 75,
                isRetriable: true
            )
        default: CommandFailure(reason.rawValue, message: "the worker could not read it: see its log", exitCode: 70)
        }
    }

    private static func failure(_ event: OCRCameraUnavailable) -> CommandFailure {
        let camera = "'\(event.source)' of hub \(event.hub)"
        let (message, exitCode): (String, Int32) =
            switch event.reason {
            case .denied:
                ("\(camera) may not be used: give the worker access; for a camera, the group 'video'", 77)
            case .missing: ("\(camera) does not exist: plug it in, or check the worker's 'cameras'", 69)
            case .busy: ("\(camera) is used by another request: end that, and try again", 75)
            default: ("\(camera) delivers no frames: \(event.reason)", 69)
            }
        return CommandFailure("ocrCameraUnavailable", message: message, exitCode: exitCode, isRetriable: exitCode == 75)
    }
}

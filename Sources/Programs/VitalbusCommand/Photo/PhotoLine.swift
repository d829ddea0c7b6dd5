internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The result of one photo as a JSON object.
struct PhotoLine: Encodable, Sendable {
    let file: String
    var job: OCRJob?
    var error: WireFault?

    /// Whether there is a reading.
    var isReading: Bool { error == nil && job?.state == .done && job?.result?.refused == nil }

    /// Whether it was read but not stored.
    var isNotStored: Bool { isReading && job?.disposition == .notStored }

    /// Adds the session manager's disposition.
    mutating func take(_ fate: PictureDisposition?) {
        guard let fate else { return }
        job?.disposition = fate
        job?.held = fate == .held
    }

    /// The result as lines for people.
    func text(seat: String?) -> [String] {
        if let error { return ["\(file): \(error.message)"] }
        guard let job else { return [] }
        guard job.state == .done, let result = job.result else {
            let why = job.state == .cancelled ? "cancelled; --again reads it anyway" : "no reading, failed"
            return ["\(file): \(job.error?.message ?? why)"]
        }
        let line = "\(file): \(PhotoText.seen(result))"
        guard isReading else { return [line] }
        guard !isNotStored else { return [line + ", not stored (default user)"] }
        // A worker of an older version does not report it; it keeps the picture of a held reading.
        guard job.held ?? (result.crop != nil) else { return [line + ", not held"] }
        let steps = PhotoText.steps(job.readingKey, seat: seat, isSure: result.accepted)
        return [line + ", held for confirmation"] + (PhotoText.doubts(result.reasons) + steps).map { "  \($0)" }
    }
}

/// The content of a display as text for people.
enum PhotoText {
    /// The text with its confidence, or the reason why it is not a reading.
    static func seen(_ result: DisplayResult) -> String {
        let rows = result.text.split(separator: "\n").joined(separator: " / ")
        if let refused = result.refused {
            return EventLine.plain("no reading, \(refused)" + (rows.isEmpty ? "" : ", the display showed '\(rows)'"))
        }
        let values = MeasuredText.text(result.fields.compactMap(\.measurement))
        let shown = values.isEmpty ? rows.isEmpty ? "a reading whose values are not shared" : "'\(rows)'" : values
        return EventLine.plain("\(shown), \(percent(result.confidence)) sure")
    }

    /// The reasons why a reading is not accepted, each with advice.
    static func doubts(_ reasons: [ReadingDoubt]?) -> [String] {
        (reasons ?? []).map { EventLine.plain($0.sentence) }
    }

    /// The failure for a reading of the default user, which is not stored.
    static func notStored(_ seat: String?) -> CommandFailure {
        CommandFailure(
            "notStored",
            message:
                "seat \(seat ?? "?") has the default user: the display was read, but not stored. To store a person's readings, start their session: 'vitalbus session start'",
            exitCode: 65
        )
    }

    /// The commands for a person to handle a held reading.
    static func steps(_ key: ReadingKey, seat: String?, isSure: Bool) -> [String] {
        let look =
            isSure ? [] : ["not certain, check the picture first: vitalbus held show \(key) --picture display.jpg"]
        let seat = seat ?? "SEAT"
        return look + [
            "if correct: vitalbus held confirm \(key) --seat \(seat)",
            "if wrong: the same with --value metric=number (such as systolic=128), or vitalbus held discard \(key)",
        ]
    }

    /// Formats a fraction as `98.7 %`.
    static func percent(_ share: Double) -> String {
        // Rounds down, so that almost certain is not shown as certain; 0.987 is slightly less in binary.
        let tenths = Int(clamping: (share * 1_000 + 1e-6).rounded(.down))
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

internal import BusContract
internal import MessageBus
internal import VitalRecords

/// What became of one photo, as one object of JSON.
struct PhotoLine: Encodable, Sendable {
    let file: String
    var job: OCRJob?
    var error: WireFault?

    /// Whether there is a reading.
    var isReading: Bool { error == nil && job?.state == .done && job?.result?.refused == nil }

    /// Whether it was read, and nothing of it is kept.
    var isNotStored: Bool { isReading && job?.disposition == .notStored }

    /// Takes in what the session manager said.
    mutating func take(_ fate: PictureDisposition?) {
        guard let fate else { return }
        job?.disposition = fate
        job?.held = fate == .held
    }

    /// The same for people.
    func text(seat: String?) -> [String] {
        if let error { return ["\(file): \(error.message)"] }
        guard let job else { return [] }
        guard job.state == .done, let result = job.result else {
            let why = job.state == .cancelled ? "cancelled; --again has it read all the same" : "no reading, failed"
            return ["\(file): \(job.error?.message ?? why)"]
        }
        let line = "\(file): \(PhotoText.seen(result))"
        guard isReading else { return [line] }
        guard !isNotStored else { return [line + ", not stored: the default user's, nothing of it is kept"] }
        // A worker of an older version does not say it; it keeps the picture of what it holds.
        guard job.held ?? (result.crop != nil) else { return [line + ", not held"] }
        let steps = PhotoText.steps(job.readingKey, seat: seat, isSure: result.accepted)
        return [line + ", held for confirmation"] + steps.map { "  \($0)" }
    }
}

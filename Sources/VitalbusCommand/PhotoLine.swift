internal import BusContract
internal import MessageBus
internal import VitalRecords

/// What became of one photo, as one object of JSON.
struct PhotoLine: Encodable, Sendable {
    let file: String
    var job: OCRJob?
    var error: WireFault?

    /// Whether there is a reading.
    var isReading: Bool { error == nil && job?.state == "done" && job?.result?.refused == nil }

    /// The same for people.
    func text(seat: String?) -> [String] {
        if let error { return ["\(file): \(error.message)"] }
        guard let job else { return [] }
        guard job.state == "done", let result = job.result else {
            let why = job.state == "cancelled" ? "cancelled; --again has it read all the same" : "no reading, failed"
            return ["\(file): \(job.error?.message ?? why)"]
        }
        let line = "\(file): \(PhotoText.seen(result))"
        guard isReading else { return [line] }
        // A worker of an older version does not say it; it keeps the picture of what it holds.
        guard job.held ?? (result.crop != nil) else { return [line + ", not held"] }
        let steps = PhotoText.steps(job.readingKey, seat: seat, isSure: result.accepted)
        return [line + ", held for confirmation"] + steps.map { "  \($0)" }
    }
}

internal import BusContract
internal import FoundationEssentials
internal import JobStore
internal import MessageBus
internal import VitalRecords

/// The request for a picture, as saved with its job.
struct JobBody: Codable, Sendable {
    var wish: DisplayWish
    var seat: String?
    var takenAt: Date
    var holds: Bool
    /// The file of the picture without metadata.
    var file: String
    var size: Int

    /// Decodes a saved request; nil if unreadable.
    init?(_ job: StoredJob) {
        do { self = try WireJSON.decode(Self.self, from: Array(job.body)) } catch { return nil }
    }

    init(_ body: RecognizePicture, picture: KeptPicture, now: Date) {
        wish = body.wish ?? DisplayWish()
        seat = body.seat
        takenAt = body.takenAt ?? now
        holds = body.holds ?? true
        file = picture.file
        size = picture.size
    }
}

extension StoredJob {
    /// The job's outcome; nil without one, or if unreadable.
    var told: PhotoOutcome? { outcome.flatMap(PhotoOutcome.init) }

    /// The job as returned to callers.
    var forCaller: OCRJob? {
        guard let key = ReadingKey(rawValue: readingKey) else { return nil }
        var job = OCRJob(jobID: id, readingKey: key, state: .waiting)
        switch state {
        case .waiting, .reading: break
        case .done:
            job.state = .done
            job.result = told?.seen
            job.disposition = told?.fate
            job.held = told?.fate == .held
        case .failed(let error):
            job.state = .failed
            job.error = WireFault(code: error.code, message: error.message, retriable: false)
        case .cancelled: job.state = .cancelled
        }
        return job
    }
}

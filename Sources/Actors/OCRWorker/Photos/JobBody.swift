internal import BusContract
internal import FoundationEssentials
internal import JobStore
internal import MessageBus
internal import VitalRecords

/// What is wanted of a picture, as it is saved with its job.
struct JobBody: Codable, Sendable {
    var wish: DisplayWish
    var seat: String?
    var takenAt: Date
    var holds: Bool
    /// The picture without metadata: its file.
    var file: String
    var size: Int

    /// Reads what was saved; nil where it cannot be read.
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
    /// What came of it; nil where that cannot be read.
    var told: PhotoOutcome? { outcome.flatMap(PhotoOutcome.init) }

    /// As callers see it.
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

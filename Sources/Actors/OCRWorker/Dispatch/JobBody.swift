internal import BusContract
internal import DeliveryRules
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

    /// As it goes to a worker.
    ///
    /// - Parameter isDefaultUser: Whether the default user is at the seat.
    func item(_ job: StoredJob, hub: String, isDefaultUser: Bool) -> OCRGrant.Item? {
        guard let key = ReadingKey(rawValue: job.readingKey) else { return nil }
        return OCRGrant.Item(
            jobID: job.id,
            fence: job.entry.fence,
            readingKey: key,
            sha256: file,
            size: size,
            wish: wish,
            seat: seat,
            hub: hub,
            takenAt: takenAt,
            holds: holds,
            notStored: isDefaultUser ? true : nil
        )
    }
}

extension OCRAck.Outcome {
    /// What became of the reading; nil where there is none.
    ///
    /// A worker of an older version keeps every one.
    var fate: PictureDisposition? { reading.map { _ in disposition ?? .held } }
}

extension StoredJob {
    /// What came of it, as it was told by a worker.
    var told: OCRAck.Outcome? {
        // Absent is nil: the callers tell of it.
        outcome.flatMap { try? WireJSON.decode(OCRAck.Outcome.self, from: Array($0)) }
    }

    /// As callers see it.
    var forCaller: OCRJob? {
        guard let key = ReadingKey(rawValue: readingKey) else { return nil }
        var job = OCRJob(jobID: id, readingKey: key, state: .waiting)
        switch entry.state {
        case .pending, .leased: break
        case .submitted:
            job.state = .done
            job.result = told?.seen
            job.disposition = told?.fate
            job.held = told?.fate == .held
        case .rejected(let error):
            job.state = .failed
            job.error = WireFault(code: error.code, message: error.message, retriable: false)
        case .ended, .withdrawn: job.state = .cancelled
        }
        return job
    }
}

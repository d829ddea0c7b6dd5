internal import Curl
internal import FoundationEssentials
internal import LoopExecutor
internal import MessageBus
internal import SystemPackage
internal import VitalRecords

/// Writes lines to one uploader's files, one after the other, each on disk before its answer.
actor RecordLog {
    /// How many files of earlier starts are checked for a torn end: the last written one is among them, even after a
    /// wrong clock.
    private static let mendLimit = 8

    nonisolated let folder: RecordFolder
    nonisolated let executor = QueueExecutor(label: "vitalbus.uploader.file")
    private let rotateBytes: Int
    private let now: @Sendable () -> Date
    private var file: RecordFile?

    init(_ folder: RecordFolder, rotateBytes: Int, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.rotateBytes = rotateBytes
        self.now = now
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Cuts off what a power cut left of a last line: it was never answered for.
    func mend() {
        // Absent is nil: a missing folder has nothing to repair, and the first line reports the fault.
        for name in ((try? folder.names()) ?? []).filter({ $0.uploader == folder.uploader }).prefix(Self.mendLimit) {
            // Absent is nil: the next line goes to a file that can be mended.
            _ = try? RecordFile(name, in: folder, mayMake: false)
        }
    }

    /// Carries out a request.
    func answer(_ request: DestinationRequest) -> Result<DestinationReply, CurlError> {
        guard !Task.isCancelled else {
            return .failure(CurlError(code: .cancelled, message: "the request was cancelled", possiblySent: false))
        }
        do {
            return .success(try carry(request))
        } catch {
            // A file that failed is opened and repaired again.
            file = nil
            let fault = error as? RecordFault ?? RecordFault(reason: error as? Errno ?? .ioError)
            return .failure(folder.told(fault))
        }
    }

    private func carry(_ request: DestinationRequest) throws -> DestinationReply {
        guard request.method != "HEAD", let delivery = request.delivery else {
            _ = try current()
            return DestinationReply(status: 200, body: Array("{}".utf8))
        }
        let known = Array(#"{"id":"\#(delivery.logID)"}"#.utf8)
        guard request.method != "GET" else {
            let isThere = try folder.newest(of: delivery).map { !$0.deleted } ?? false
            return DestinationReply(status: 200, body: isThere ? known : Array("{}".utf8))
        }
        let line = try RecordLine(delivery, deleted: request.method == "DELETE").bytes(request.body)
        if delivery.mayBeThere, let path = try folder.file(having: line, of: delivery) {
            // Its writer may have been killed before the data reached the disk.
            try RecordFile.flush(path)
        } else {
            try current().append(line)
        }
        return DestinationReply(status: 201, body: known)
    }

    /// The file that the next line goes to.
    private func current() throws -> RecordFile {
        let day = String(now().iso8601Milliseconds.prefix(10).filter { $0 != "-" })
        if let file, file.name.day == day, file.bytes < rotateBytes, file.isInPlace { return file }
        file = nil
        try folder.make()
        let last = try folder.names().first { $0.uploader == folder.uploader && $0.day == day }
        for number in (last?.number ?? 1)...RecordFileName.lastNumber {
            let name = RecordFileName(uploader: folder.uploader, day: day, number: number)
            // Nil: another process has it.
            guard let next = try RecordFile(name, in: folder), next.bytes < rotateBytes else { continue }
            file = next
            return next
        }
        throw RecordFault(reason: .fileExists)
    }
}

/// The members of a line in addition to its record.
struct RecordLine: Codable, Sendable, Hashable {
    let logID: String
    let revision: Int
    let deleted: Bool
    let userID: String

    init(_ delivery: DestinationRequest.Delivery, deleted: Bool) {
        logID = delivery.logID.rawValue
        revision = delivery.revision
        self.deleted = deleted
        userID = delivery.userID
    }

    /// The whole line, with its end.
    ///
    /// - Parameter record: The record as JSON; nil for a deletion, which repeats no value.
    func bytes(_ record: [UInt8]?) throws -> [UInt8] {
        var object = try SplicedObject(self)
        if let record { object.append("record", json: record) }
        return object.encoded + [0x0A]
    }
}

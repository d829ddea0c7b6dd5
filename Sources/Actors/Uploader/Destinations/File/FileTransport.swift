internal import Curl
internal import SystemPackage

/// Writes requests to a folder of files, on a separate thread: a hanging disk delays no other destination.
struct FileTransport: DestinationTransport {
    private typealias Answer = Result<DestinationReply, CurlError>

    let log: RecordLog

    func send(
        _ request: DestinationRequest,
        mayReuseConnection: Bool,
        timeout: Duration
    ) async throws(CurlError) -> HTTPSender.Sent {
        let (answers, first) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(1))
        let work = Task { first.yield(await log.answer(request)) }
        let timer = Task {
            try await Task.sleep(for: timeout)
            first.yield(.failure(log.folder.silence))
        }
        // Work that has not begun by then is not written later.
        defer {
            work.cancel()
            timer.cancel()
        }
        for await answer in answers { return HTTPSender.Sent(reply: try answer.get(), wasSentOnce: true) }
        throw CurlError(code: .cancelled, message: "the uploader is stopping", possiblySent: true)
    }
}

extension CurlErrorCode {
    /// No file of the folder can be written; the record does not matter.
    static let folderUnusable = Self(rawValue: "folderUnusable")
    /// The folder's disk has no space left.
    static let diskFull = Self(rawValue: "diskFull")
}

/// A fault of a file in the folder.
struct RecordFault: Error {
    let reason: Errno
    /// Whether the line may be in the file despite the error.
    var mayBeThere = false
}

extension RecordFolder {
    /// A fault as the attempt reports it: one sentence with a remedy.
    func told(_ fault: RecordFault) -> CurlError {
        let (code, words): (CurlErrorCode, String) =
            switch fault.reason {
            case .noSpace, .diskQuotaExceeded:
                (.diskFull, "the disk of \(path) is full, or has no free inodes (df -i): free some space")
            case .noSuchFileOrDirectory, .notDirectory:
                (.folderUnusable, "the folder \(path) does not exist: mount its disk or create it")
            case .permissionDenied, .notPermitted, .readOnlyFileSystem:
                (.folderUnusable, "the folder \(path) is not writable: check its owner and mode, and ReadWritePaths")
            default: (.folderUnusable, "the files in \(path) cannot be written (\(fault.reason)): check its disk")
            }
        return CurlError(
            code: code,
            message: words,
            systemError: fault.reason.rawValue,
            isRetriable: true,
            possiblySent: fault.mayBeThere
        )
    }

    /// The disk did not answer in time.
    var silence: CurlError {
        CurlError(
            code: .timedOut,
            message: "the disk of \(path) did not answer in time: check it, or its network",
            isRetriable: true,
            possiblySent: true
        )
    }
}

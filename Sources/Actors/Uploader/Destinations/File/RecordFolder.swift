internal import FoundationEssentials
internal import MessageBus
internal import SystemPackage
internal import VitalRecords

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The name of a file of lines: `UPLOADER-YYYYMMDD.ndjson`, and from the second of a day on `UPLOADER-YYYYMMDD-N.ndjson`.
struct RecordFileName: Sendable, Hashable {
    /// The last number of a day; no more digits than a day has.
    static let lastNumber = 999_999
    private static let end = ".ndjson"

    /// The file's uploader.
    let uploader: String
    /// The day as `YYYYMMDD`.
    let day: String
    let number: Int

    init(uploader: String, day: String, number: Int) {
        (self.uploader, self.day, self.number) = (uploader, day, number)
    }

    /// Reads a name; nil for a file that is none of them.
    init?(_ text: String) {
        guard text.hasPrefix("uploader-"), text.hasSuffix(Self.end) else { return nil }
        var words = text.dropLast(Self.end.count).split(separator: "-", omittingEmptySubsequences: false)
        var number = 1
        if let last = words.last, last.utf8.count < 8, let named = Int(last), named > 1 {
            number = named
            words.removeLast()
        }
        guard words.count > 2, let day = words.popLast(), day.utf8.count == 8, Int(day) != nil else { return nil }
        self.init(uploader: words.joined(separator: "-"), day: String(day), number: number)
    }

    /// The name.
    var text: String { "\(uploader)-\(day)\(number > 1 ? "-\(number)" : "")\(Self.end)" }
}

/// The folder of a site's files of lines.
struct RecordFolder: Sendable {
    let path: String
    /// The files' uploader.
    let uploader: String

    var url: String { "file://\(path)" }

    /// Makes the folder with mode 0700 only if its parent exists: a missing parent may be a disk that is not mounted.
    ///
    /// - Throws: `Errno`.
    func make() throws {
        guard unsafe mkdir(path, 0o700) == 0 else {
            guard errno == EEXIST else { throw Errno(rawValue: errno) }
            return
        }
        try Self.flush(FilePath(path).removingLastComponent().string)
    }

    /// Brings the names in it to the disk.
    ///
    /// - Throws: `Errno`.
    func flush() throws { try Self.flush(path) }

    private static func flush(_ path: String) throws {
        let folder = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .directory])
        try folder.closeAfter {
            guard fsync(folder.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// The files of all uploaders, the newest first.
    ///
    /// - Throws: `Errno` if the folder does not exist.
    func names() throws -> [RecordFileName] {
        // Absent is nil: reported as a missing folder.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Errno.noSuchFileOrDirectory
        }
        return names.compactMap { RecordFileName($0) }.sorted {
            ($0.day, $0.number, $0.uploader) > ($1.day, $1.number, $1.uploader)
        }
    }

    /// The file that has exactly this line; nil if none has it.
    ///
    /// - Throws: `Errno`.
    func file(having line: [UInt8], of delivery: DestinationRequest.Delivery) throws -> String? {
        let scan = RecordScan(delivery.logID)
        return try names().lazy.map { "\(path)/\($0.text)" }.first { try scan.lines(in: $0).contains(line) }
    }

    /// The newest line of a record for a person; nil without one.
    ///
    /// - Throws: `Errno`.
    func newest(of delivery: DestinationRequest.Delivery) throws -> RecordLine? {
        let scan = RecordScan(delivery.logID)
        for name in try names() {
            // Absent is nil: an unreadable line was not written by this program.
            let lines = try scan.lines(in: "\(path)/\(name.text)").compactMap {
                try? WireJSON.decode(RecordLine.self, from: $0)
            }.filter { $0.userID == delivery.userID }
            // The last one of equal revisions counts.
            if let newest = lines.enumerated().max(by: { ($0.1.revision, $0.0) < ($1.1.revision, $1.0) }) {
                return newest.element
            }
        }
        return nil
    }
}

/// Looks for a record's lines in files of any length, a piece at a time.
struct RecordScan: Sendable {
    private static let piece = 262_144
    /// A longer line is none of ours.
    private static let lineLimit = 4 << 20
    /// The most lines of a file that are returned, the last ones.
    private static let limit = 64

    private let needle: [UInt8]
    /// How far the search may skip after a byte at the needle's end (Horspool 1980).
    private let steps: [Int]

    init(_ logID: LogID) {
        needle = Array(#""logID":"\#(logID)""#.utf8)
        var steps = [Int](repeating: needle.count, count: 256)
        for (index, byte) in needle.dropLast().enumerated() { steps[Int(byte)] = needle.count - 1 - index }
        self.steps = steps
    }

    /// The whole lines that name the record, with their ends, in order; none of a file that was taken away.
    ///
    /// - Throws: `Errno`.
    func lines(in path: String) throws -> [[UInt8]] {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
        } catch Errno.noSuchFileOrDirectory {
            return []
        }
        return try file.closeAfter {
            var (found, rest, offset) = ([[UInt8]](), [UInt8](), 0)
            while true {
                let piece = try file.bytes(at: offset, count: Self.piece)
                guard !piece.isEmpty else { return Array(found.suffix(Self.limit)) }
                offset += piece.count
                rest += piece
                guard let end = rest.lastIndex(of: 0x0A) else {
                    if rest.count > Self.lineLimit { rest = [] }
                    continue
                }
                found = (found + lines(rest, end: end + 1)).suffix(Self.limit)
                rest.removeFirst(end + 1)
            }
        }
    }

    private func lines(_ bytes: [UInt8], end: Int) -> [[UInt8]] {
        var (lines, at) = ([[UInt8]](), 0)
        while at + needle.count <= end {
            let last = bytes[at + needle.count - 1]
            guard last == needle[needle.count - 1], bytes[at..<at + needle.count].elementsEqual(needle) else {
                at += steps[Int(last)]
                continue
            }
            let start = bytes[..<at].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let next = (bytes[at...].firstIndex(of: 0x0A) ?? end - 1) + 1
            lines.append(Array(bytes[start..<next]))
            at = next
        }
        return lines
    }
}

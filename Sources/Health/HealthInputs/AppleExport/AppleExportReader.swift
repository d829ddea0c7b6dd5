public import Archive

/// Reads Apple Health's `export.xml` into a sink, block by block.
///
/// It needs one buffer of some 300 KB, whatever the file's size.
public struct AppleExportReader: ~Copyable {
    private static let blockSize = 1 << 18
    /// The most bytes that may follow the data; an archive's checksum comes after them.
    private static let longestTrailer: UInt64 = 1 << 24

    private var scanner: AppleExportScanner
    private var filled = 0

    /// Creates a reader for one pass.
    ///
    /// - Parameter salt: A secret of the site, for the person's fingerprint.
    public init(salt: [UInt8]) {
        scanner = AppleExportScanner(salt: salt)
    }

    /// Reads to the end of the file, or to where it is damaged.
    ///
    /// Truncation, a damaged archive and malformed elements are reported as damage, never thrown.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block; throw to stop.
    /// - Returns: The report of the pass.
    public consuming func read(
        _ source: inout some ByteSource,
        into sink: inout some HealthSink,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        var buffer = [UInt8](repeating: 0, count: AppleExportScanner.longestTag + Self.blockSize)
        var failure: ArchiveError?
        while !scanner.isEnded, failure == nil {
            do throws(ArchiveError) {
                let count = try source.read(into: &buffer, from: filled)
                guard count > 0 else { break }
                filled += count
                scan(&buffer, tail: filled == buffer.count ? .full : .open, into: &sink)
            } catch {
                failure = error
            }
            try progress(HealthProgress(bytes: scanner.base, elements: scanner.elementCount))
        }
        // At the end of the data an incomplete tag is skipped, and the rest is scanned from its second byte on.
        while !scanner.isEnded, filled > 0 { scan(&buffer, tail: .last, into: &sink) }
        if scanner.isEnded, failure == nil { failure = readTrailer(&source, buffer: &buffer) }
        return scanner.finish(failure)
    }

    /// Scans the buffer and moves the unread rest to its start.
    private mutating func scan(
        _ buffer: inout [UInt8],
        tail: AppleExportScanner.Tail,
        into sink: inout some HealthSink
    ) {
        let done = scanner.scan(buffer.span, end: filled, tail: tail, into: &sink)
        scanner.base += UInt64(done)
        let left = filled - done
        // An index loop, because replaceSubrange would move everything after it.
        for index in 0..<left { buffer[index] = buffer[done + index] }
        filled = left
    }

    /// Reads the bytes after the data, so that an archive's checksum is verified.
    private mutating func readTrailer(_ source: inout some ByteSource, buffer: inout [UInt8]) -> ArchiveError? {
        var length: UInt64 = 0
        do throws(ArchiveError) {
            while length < Self.longestTrailer {
                let count = try source.read(into: &buffer, from: 0)
                guard count > 0 else { break }
                length += UInt64(count)
                scanner.base += UInt64(count)
            }
        } catch {
            return error
        }
        return nil
    }
}

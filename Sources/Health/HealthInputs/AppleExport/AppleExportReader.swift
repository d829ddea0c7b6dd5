public import Archive

/// Reads Apple's `export.xml` into a sink, block by block.
///
/// Its memory is one buffer of some 300 KB, whatever the file's size.
public struct AppleExportReader: ~Copyable {
    private static let blockSize = 1 << 18
    /// How much may follow the end of the data; an archive's checksum comes behind it.
    private static let longestTrailer: UInt64 = 1 << 24

    private var scanner: AppleExportScanner
    private var filled = 0

    /// Makes a reader for one pass.
    ///
    /// - Parameter salt: A secret of the site: the person's fingerprint depends on it.
    public init(salt: [UInt8]) {
        scanner = AppleExportScanner(salt: salt)
    }

    /// Reads to the end, or to where the bytes are damaged.
    ///
    /// Damage is in the report, never thrown: a cut file, a damaged archive, broken elements.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - sink: Takes in what is whole.
    ///   - progress: Is told how far it is after each block; throws to stop.
    /// - Returns: What was found.
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
                scan(&buffer, filled == buffer.count ? .full : .open, &sink)
            } catch {
                failure = error
            }
            try progress(HealthProgress(bytes: scanner.base, elements: scanner.elementCount))
        }
        // Nothing comes behind what is left, so it is looked through from its second byte on.
        while !scanner.isEnded, filled > 0 { scan(&buffer, .last, &sink) }
        if scanner.isEnded, failure == nil { failure = readTrailer(&source, &buffer) }
        return scanner.finish(failure)
    }

    /// Scans what is in the buffer and moves what is left to its beginning.
    private mutating func scan(
        _ buffer: inout [UInt8],
        _ tail: AppleExportScanner.Tail,
        _ sink: inout some HealthSink
    ) {
        let done = scanner.scan(buffer.span, end: filled, tail, into: &sink)
        scanner.base += UInt64(done)
        let left = filled - done
        // An index loop: replaceSubrange would move all that is behind.
        for index in 0..<left { buffer[index] = buffer[done + index] }
        filled = left
    }

    /// Reads what follows the data, so that a wrong checksum of an archive is found.
    private mutating func readTrailer(_ source: inout some ByteSource, _ buffer: inout [UInt8]) -> ArchiveError? {
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

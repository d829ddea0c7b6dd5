/// A streaming writer of zip archives with data descriptors, like those in Apple's exports.
///
/// It follows the ZIP specification (APPNOTE 6.3): 4.3.7 local headers, 4.3.9 data descriptors, 4.3.12 the directory,
/// 4.3.14 to 4.3.16 the end records. Tools and tests use it; a hub writes no archives.
package struct ZipWriter<Output: ByteOutput>: ByteOutput {
    private struct Entry {
        let name: [UInt8]
        let offset: UInt64
        var checksum = ZipChecksum()
        var packed: UInt64 = 0
        var size: UInt64 = 0
    }

    /// The destination of the archive.
    package private(set) var output: Output
    private let isZip64: Bool
    private let level: Int32
    private var position: UInt64 = 0
    private var entries: [Entry] = []
    private var open: Entry?
    private var deflater: Deflater?

    /// Starts an empty archive.
    ///
    /// - Parameters:
    ///   - output: The destination.
    ///   - isZip64: Whether sizes have eight bytes, as they must above 4 GiB.
    ///   - level: The compression level, from 0 (none) to 9 (best).
    package init(_ output: Output, isZip64: Bool = false, level: Int32 = 6) {
        self.output = output
        self.isZip64 = isZip64
        self.level = level
    }

    /// Starts an entry and ends the one before.
    package mutating func begin(_ name: String) throws(ArchiveError) {
        try end()
        let entry = Entry(name: Array(name.utf8), offset: position)
        deflater = try Deflater(level: level)
        open = entry
        let extra = isZip64 ? Self.bytes(1, count: 2) + Self.bytes(16, count: 2) + Self.bytes(0, count: 16) : []
        try put(
            Self.bytes(0x0403_4B50, count: 4) + head(entry, isLocal: true) + Self.bytes(UInt64(extra.count), count: 2)
        )
        try put(entry.name + extra)
    }

    /// Appends data to the current entry.
    package mutating func write(_ bytes: [UInt8]) throws(ArchiveError) {
        guard var entry = open, let deflater, !bytes.isEmpty else { return }
        entry.checksum.add(bytes, in: 0..<bytes.count)
        entry.size += UInt64(bytes.count)
        let packed = deflater.deflated(bytes)
        entry.packed += UInt64(packed.count)
        open = entry
        try put(packed)
    }

    /// Ends the archive and writes its directory.
    package mutating func finish() throws(ArchiveError) {
        try end()
        let start = position
        for entry in entries { try put(directory(entry)) }
        let (size, count) = (position - start, UInt64(entries.count))
        if isZip64 {
            let record = position
            try put(
                Self.bytes(0x0606_4B50, count: 4) + Self.bytes(44, count: 8) + Self.bytes(45, count: 2)
                    + Self.bytes(45, count: 2)
            )
            try put(Self.bytes(0, count: 8) + Self.bytes(count, count: 8) + Self.bytes(count, count: 8))
            try put(Self.bytes(size, count: 8) + Self.bytes(start, count: 8))
            try put(
                Self.bytes(0x0706_4B50, count: 4) + Self.bytes(0, count: 4) + Self.bytes(record, count: 8)
                    + Self.bytes(1, count: 4)
            )
        }
        try put(
            Self.bytes(0x0605_4B50, count: 4) + Self.bytes(0, count: 4) + short(count, count: 2)
                + short(count, count: 2)
        )
        try put(short(size, count: 4) + short(start, count: 4) + Self.bytes(0, count: 2))
    }

    private mutating func end() throws(ArchiveError) {
        guard var entry = open, let deflater else { return }
        let rest = deflater.deflated([], isLast: true)
        entry.packed += UInt64(rest.count)
        try put(rest)
        let width = isZip64 ? 8 : 4
        try put(Self.bytes(0x0807_4B50, count: 4) + Self.bytes(UInt64(entry.checksum.value), count: 4))
        try put(Self.bytes(entry.packed, count: width) + Self.bytes(entry.size, count: width))
        entries.append(entry)
        open = nil
        self.deflater = nil
    }

    /// The fields that a local header and a directory entry share, from version to name length.
    private func head(_ entry: Entry, isLocal: Bool) -> [UInt8] {
        // Flags: data descriptor and UTF-8 name. Date: 1 January 2026.
        let fixed =
            Self.bytes(isZip64 ? 45 : 20, count: 2) + Self.bytes(0x0808, count: 2) + Self.bytes(8, count: 2)
            + Self.bytes(0, count: 2)
        let sizes =
            isLocal
            ? Self.bytes(0, count: 4) + short(0, count: 4) + short(0, count: 4)
            : Self.bytes(UInt64(entry.checksum.value), count: 4) + short(entry.packed, count: 4)
                + short(entry.size, count: 4)
        return fixed + Self.bytes(0x5C21, count: 2) + sizes + Self.bytes(UInt64(entry.name.count), count: 2)
    }

    private func directory(_ entry: Entry) -> [UInt8] {
        let extra =
            isZip64
            ? Self.bytes(1, count: 2) + Self.bytes(24, count: 2) + Self.bytes(entry.size, count: 8)
                + Self.bytes(entry.packed, count: 8)
                + Self.bytes(entry.offset, count: 8) : []
        return Self.bytes(0x0201_4B50, count: 4) + Self.bytes(isZip64 ? 45 : 20, count: 2) + head(entry, isLocal: false)
            + Self.bytes(UInt64(extra.count), count: 2) + Self.bytes(0, count: 10) + short(entry.offset, count: 4)
            + entry.name + extra
    }

    /// A field that is replaced by its ZIP64 counterpart.
    private func short(_ value: UInt64, count: Int) -> [UInt8] { Self.bytes(isZip64 ? .max : value, count: count) }

    private mutating func put(_ bytes: [UInt8]) throws(ArchiveError) {
        guard !bytes.isEmpty else { return }
        position += UInt64(bytes.count)
        try output.write(bytes)
    }

    private static func bytes(_ value: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) : 0 }
    }
}

package import DeliveryRules
internal import FoundationEssentials
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A small file next to a store's folder that remembers the last commit, so that an older copy is recognised.
///
/// It is written after each commit and flushed after every 256th. A kill loses none of it, and a power cut leaves it
/// behind the database, never ahead. Two places are written alternately, so a torn one leaves the other intact.
package final class StoreWitness: Sendable {
    private static let place = 512
    private static let flushInterval: Int64 = 256

    private let file: FileDescriptor
    private let mark: Mutex<StoreMark>

    /// Opens or creates the file, and durably writes `mark` to it.
    ///
    /// - Throws: ``StoreError``.
    package init(_ path: String, mark: StoreMark) throws {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw StoreFile.fileError((error as? Errno)?.rawValue ?? EIO, path: path)
        }
        self.file = file
        self.mark = Mutex(mark)
        // Both places are written, so that an accepted copy does not leave an earlier, higher count.
        let line = Self.line(mark)
        // Absent is nil: reported as an error below.
        guard (try? file.writeAll(toAbsoluteOffset: 0, line)) != nil,
            // Absent is nil: the guard reports the error.
            (try? file.writeAll(toAbsoluteOffset: Int64(Self.place), line)) != nil,
            fsync(file.rawValue) == 0, Self.flushFolder(of: path)
        else { throw StoreFile.fileError(EIO, path: path) }
    }

    deinit { try? file.close() }

    /// Notes a commit.
    ///
    /// A failed write leaves the witness behind, so it only detects less.
    package func note(_ counter: Int64) {
        mark.withLock { mark in
            mark.counter = counter
            let offset = counter.isMultiple(of: 2) ? 0 : Int64(Self.place)
            // Absent is nil: a witness that is behind only detects less.
            _ = try? file.writeAll(toAbsoluteOffset: offset, Self.line(mark))
        }
        if counter.isMultiple(of: Self.flushInterval) { flush() }
    }

    /// The number of the last commit.
    package var commits: Int64 { mark.withLock(\.counter) }

    /// Flushes it to the disk.
    package func flush() { _ = fsync(file.rawValue) }

    /// Reads a witness's mark; nil if there is no readable witness.
    package static func read(_ path: String) -> StoreMark? {
        // Absent is nil: there is no witness yet.
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        let bytes = Array(data.prefix(2 * place))
        let marks = [bytes.prefix(place), bytes.dropFirst(place)].compactMap {
            parse(String(decoding: $0, as: UTF8.self))
        }
        return marks.max { ($0.generation, $0.counter) < ($1.generation, $1.counter) }
    }

    private static func parse(_ text: String) -> StoreMark? {
        let words = text.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
        guard words.count == 4, let generation = Int64(words[1]), let counter = Int64(words[2]),
            words[3] == checksum("\(words[0]) \(words[1]) \(words[2])")
        else { return nil }
        return StoreMark(id: words[0], generation: generation, counter: counter)
    }

    private static func line(_ mark: StoreMark) -> [UInt8] {
        let text = "\(mark.id) \(mark.generation) \(mark.counter)"
        let line = Array("\(text) \(checksum(text))\n".utf8)
        return line + [UInt8](repeating: UInt8(ascii: " "), count: max(0, place - line.count))
    }

    /// FNV-1a, 64 bits; it only needs to detect a torn line.
    private static func checksum(_ text: String) -> String {
        let sum = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(sum, radix: 16)
    }

    /// Flushes a file and its name.
    package static func flush(_ path: String) -> Bool {
        // Absent is nil: the result says that it was not flushed.
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec]) else {
            return false
        }
        defer { try? file.close() }
        return fsync(file.rawValue) == 0 && flushFolder(of: path)
    }

    /// Flushes the parent folder, which contains the name of a file or folder.
    package static func flushFolder(of path: String) -> Bool {
        let parent = FilePath(path).removingLastComponent()
        guard
            // Absent is nil: the result says that it was not flushed.
            let folder = try? FileDescriptor.open(parent.isEmpty ? "." : parent, .readOnly, options: [.closeOnExec])
        else { return false }
        defer { try? folder.close() }
        return fsync(folder.rawValue) == 0
    }
}

package import Archive
internal import SystemPackage

/// Writes bytes to a file.
package struct FileOutput: ByteOutput {
    private let descriptor: FileDescriptor
    private let path: String

    /// Creates the file, or truncates it.
    ///
    /// - Throws: ``GeneratorError`` with `unwritable`; the message names the path.
    package init(path: String) throws(GeneratorError) {
        self.path = path
        do {
            descriptor = try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.create, .truncate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead]
            )
        } catch {
            let code = (error as? Errno)?.rawValue ?? 0
            throw GeneratorError(.unwritable, message: "\(path) cannot be made: \(error)", systemError: code)
        }
    }

    /// Writes a block.
    package mutating func write(_ bytes: [UInt8]) throws(ArchiveError) {
        do {
            try descriptor.writeAll(bytes)
        } catch {
            let code = (error as? Errno)?.rawValue ?? 0
            throw ArchiveError(.unreadable, message: "\(path) cannot be written: \(error)", errno: code)
        }
    }

    /// Closes the file.
    package func close() { try? descriptor.close() }
}

/// Keeps bytes in memory.
package struct MemoryOutput: ByteOutput {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty output.
    package init() {}

    /// Keeps a block.
    package mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}

/// Counts bytes and drops them.
struct CountingOutput: ByteOutput {
    /// The number of bytes written.
    private(set) var count = 0

    /// Creates an empty output.
    init() {}

    /// Counts a block.
    mutating func write(_ bytes: [UInt8]) { count += bytes.count }
}

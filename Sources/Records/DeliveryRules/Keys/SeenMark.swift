public import FoundationEssentials
internal import Synchronization

/// Remembers across restarts how far another process's store has come, so that an older copy of it is detected.
///
/// The text is `generation.start.counter.id.tag`; only its owner can check the tag.
public final class SeenMark: Sendable {
    private let file: URL?
    private let state: Mutex<String?>

    /// - Parameter file: The file that keeps the mark; nil to keep it only in memory.
    public init(file: URL?) {
        self.file = file
        // Absent is nil: no mark was received yet, or the next one replaces it.
        let data = file.flatMap { try? Data(contentsOf: $0) }
        let known = data.map { String(decoding: $0.prefix(256), as: UTF8.self) }
        state = Mutex(known.flatMap { Self.place($0) == nil ? nil : $0 })
    }

    /// The furthest mark received; nil for none.
    public var text: String? { state.withLock(\.self) }

    /// Keeps a received mark if it is further than the known one.
    ///
    /// If the file cannot be written, the mark is known until this process ends.
    public func note(_ told: String?) {
        guard let told, told.utf8.count <= 256, let place = Self.place(told) else { return }
        state.withLock { known in
            if let known, let old = Self.place(known), old >= place { return }
            known = told
            // Absent is nil: the mark stays in memory, and the next one is written.
            if let file { try? Data(told.utf8).write(to: file, options: .atomic) }
        }
    }

    private static func place(_ text: String) -> (Int64, Int64, Int64)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let generation = Int64(parts[0]), let start = Int64(parts[1]),
            let counter = Int64(parts[2])
        else { return nil }
        return (generation, start, counter)
    }
}

public import FoundationEssentials
internal import Synchronization

/// Remembers across restarts how far another process's store has come, so that an older copy of it is detected.
///
/// The text is `generation.start.counter.id.tag`; only its owner can check the tag.
public final class SeenMark: Sendable {
    private struct State {
        var text: String?
        /// When the file was last written; nil before the first time.
        var writtenAt: BootInstant?
    }

    /// The shortest time between two writes: each costs a flush, and an older copy is far more than a second old.
    private static let writePause = Duration.seconds(1)

    private let file: URL?
    private let state: Mutex<State>

    /// - Parameter file: The file that keeps the mark; nil to keep it only in memory.
    public init(file: URL?) {
        self.file = file
        // Absent is nil: no mark was received yet, or the next one replaces it.
        let data = file.flatMap { try? Data(contentsOf: $0) }
        let known = data.map { String(decoding: $0.prefix(256), as: UTF8.self) }
        state = Mutex(State(text: known.flatMap { Self.place($0) == nil ? nil : $0 }))
    }

    /// The furthest mark received; nil for none.
    public var text: String? { state.withLock(\.text) }

    /// Keeps a received mark if it is further than the known one, and writes it at most once a second.
    ///
    /// If the file cannot be written, the mark is known until this process ends.
    public func note(_ told: String?, now: BootInstant) {
        guard let told, told.utf8.count <= 256, let place = Self.place(told) else { return }
        state.withLock { state in
            if let known = state.text, let old = Self.place(known), old >= place { return }
            state.text = told
            guard let file, state.writtenAt.map({ now >= $0 + Self.writePause }) ?? true else { return }
            // Absent is nil: the mark stays in memory, and the next one is written.
            if (try? Data(told.utf8).write(to: file, options: .atomic)) != nil { state.writtenAt = now }
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

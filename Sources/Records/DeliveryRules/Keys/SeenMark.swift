public import FoundationEssentials
internal import Synchronization

/// How far another process's store has come, as it told: kept over starts, so that an older copy of that store is found out.
///
/// The text is `generation.start.counter.id.tag`; only its owner can check the tag.
public final class SeenMark: Sendable {
    private let file: URL?
    private let state: Mutex<String?>

    /// - Parameter file: Where it is kept; nil for nowhere.
    public init(file: URL?) {
        self.file = file
        // Absent is nil: nothing was told yet, or it is told again.
        let data = file.flatMap { try? Data(contentsOf: $0) }
        let known = data.map { String(decoding: $0.prefix(256), as: UTF8.self) }
        state = Mutex(known.flatMap { Self.place($0) == nil ? nil : $0 })
    }

    /// The furthest that was told; nil for nothing.
    public var text: String? { state.withLock(\.self) }

    /// Keeps what was told, if it is further than what is known.
    ///
    /// What cannot be written is known until this process ends.
    public func note(_ told: String?) {
        guard let told, told.utf8.count <= 256, let place = Self.place(told) else { return }
        state.withLock { known in
            if let known, let old = Self.place(known), old >= place { return }
            known = told
            // Absent is nil: it is known until this process ends, and written with the next.
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

public import DeliveryRules
public import FoundationEssentials

/// A person's decision to use an older copy of a store.
///
/// Its file stays next to the witness until the store's owner has applied it.
public struct StoreAcceptance: Codable, Sendable, Hashable {
    /// The time from which readings are held.
    public var from: Date
    /// The accepted copy; nil for a missing file.
    public var mark: StoreMark?

    /// Creates an acceptance.
    public init(from: Date, mark: StoreMark?) {
        self.from = from
        self.mark = mark
    }

    /// The path of its file.
    public static func path(witness: String) -> String { "\(witness).accept" }

    package static func read(witness: String) -> StoreAcceptance? {
        // Absent is nil: without a readable file the older copy is not accepted.
        guard let data = try? Data(contentsOf: URL(filePath: path(witness: witness))) else { return nil }
        return try? JSONDecoder().decode(StoreAcceptance.self, from: data)
    }

    /// Its content, to be written durably to ``path(witness:)``.
    public func encoded() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

    /// Whether a doubt has been accepted.
    public static func isThere(for doubt: StoreDoubt, witness: String) -> Bool {
        read(witness: witness).map { $0.accepts(doubt) } ?? false
    }

    package func accepts(_ doubt: StoreDoubt) -> Bool {
        mark?.id == doubt.found?.id && mark?.generation == doubt.found?.generation
            && mark?.counter == doubt.found?.counter
    }

    package static func remove(witness: String) {
        try? FileManager.default.removeItem(atPath: path(witness: witness))
    }
}

public import DeliveryRules
public import FoundationEssentials

/// A person's word that an older copy of a store is to be used; it lies beside the witness until the store's owner has
/// carried it out.
public struct StoreAcceptance: Codable, Sendable, Hashable {
    /// Readings since then are held.
    public var from: Date
    /// The copy that is meant; nil for a missing one.
    public var mark: StoreMark?

    /// Makes one.
    public init(from: Date, mark: StoreMark?) {
        self.from = from
        self.mark = mark
    }

    /// Where it lies.
    public static func path(witness: String) -> String { "\(witness).accept" }

    package static func read(witness: String) -> StoreAcceptance? {
        // Absent is nil: without a readable word the older copy is not accepted.
        guard let data = try? Data(contentsOf: URL(filePath: path(witness: witness))) else { return nil }
        return try? JSONDecoder().decode(StoreAcceptance.self, from: data)
    }

    /// Its bytes, to be written durably at ``path(witness:)``.
    public func encoded() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

    /// Whether there is one for what was found.
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

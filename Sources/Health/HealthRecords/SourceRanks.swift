internal import HealthInputs

/// Which source counts where several say something of the same time.
struct SourceRanks {
    /// The places of all sources, the one that counts most first.
    let order: [Int]
    /// How far in front each source stands, 0 for the one that counts most.
    var places: [Int: Int] { Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first } }

    /// Named sources first; then watches, phones and the rest, each as the input has them.
    init(_ sources: [HealthSource], named: [String]) {
        order = sources.indices.sorted { left, right in
            let keys = [left, right].map { Self.key(sources[$0], named) }
            return keys[0] == keys[1] ? left < right : keys[0] < keys[1]
        }
    }

    private static func key(_ source: HealthSource, _ named: [String]) -> Int {
        if let place = named.firstIndex(of: source.name) { return place }
        switch source.kind {
        case .watch: return named.count
        case .phone: return named.count + 1
        case .other: return named.count + 2
        }
    }
}

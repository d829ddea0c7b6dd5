internal import VitalRecords

/// A sum of a day as its source says it, in the metric's canonical unit.
struct RankedTotal {
    /// The place of its source, 0 for the one that counts most.
    let rank: Int
    let value: DecimalNumber

    /// The one of two that counts: that of the higher source, of one source the larger.
    func preferred(to other: RankedTotal?) -> RankedTotal {
        guard let other else { return self }
        if rank != other.rank { return rank < other.rank ? self : other }
        return value < other.value ? other : self
    }
}

/// The starts of all sleep stages of an export; a night without any is sleep as a whole.
struct SamsungStages {
    /// The most stages; ten years have fewer.
    private static let most = 1_000_000

    private var starts: [Int64] = []
    private var isSorted = true

    /// Adds a stage.
    mutating func insert(_ start: Int64) {
        guard starts.count < Self.most else { return }
        if let last = starts.last, start < last { isSorted = false }
        starts.append(start)
    }

    /// Whether a stage begins within a night; true for any night if there are too many stages to know.
    mutating func contains(from start: Int64, to end: Int64) -> Bool {
        guard starts.count < Self.most else { return true }
        if !isSorted { starts.sort() }
        isSorted = true
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < starts.count && starts[low] < end
    }
}

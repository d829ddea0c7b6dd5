/// Finds what an operator meant by a misspelt name.
enum NearestName {
    /// A sentence part with the nearest known name; empty when none is near.
    static func hint(_ name: String, among known: some Sequence<String>) -> String {
        let limit = max(2, name.count / 3)
        let nearest = known.map { ($0, distance(Array(name.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
        guard let nearest, nearest.1 <= limit else { return "" }
        return "; did you mean '\(nearest.0)'?"
    }

    /// The Levenshtein distance.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (i, a) in first.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in second.enumerated() {
                let substituted = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[second.count]
    }
}

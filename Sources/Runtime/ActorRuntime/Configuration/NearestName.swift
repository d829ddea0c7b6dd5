/// Finds the name that an operator meant by a misspelt one.
package enum NearestName {
    /// A suggestion of the nearest known name; empty if none is similar.
    package static func hint(_ name: String, among known: some Sequence<String>) -> String {
        guard let nearest = nearest(name, among: known, within: max(2, name.count / 3)).first else { return "" }
        return "; did you mean '\(nearest)'?"
    }

    /// The known names that differ least from a misspelt one, three at most, and only by a letter or two.
    package static func nearest(_ name: String, among known: some Sequence<String>) -> [String] {
        guard (2...64).contains(name.count) else { return [] }
        return nearest(name, among: known, within: name.count < 5 ? 1 : 2)
    }

    private static func nearest(_ name: String, among known: some Sequence<String>, within limit: Int) -> [String] {
        let distances = known.map { ($0, distance(name.lowercased(), and: $0.lowercased())) }
        guard let least = distances.map(\.1).min(), least <= limit else { return [] }
        return distances.filter { $0.1 == least }.prefix(3).map(\.0)
    }

    /// The number of letters to insert, remove, change or swap with the next one.
    package static func distance(_ first: String, and second: String) -> Int {
        let (one, two) = (Array(first), Array(second))
        guard !one.isEmpty, !two.isEmpty else { return max(one.count, two.count) }
        var before: [Int] = []
        var last = Array(0...two.count)
        for row in 1...one.count {
            var present = [row]
            for column in 1...two.count {
                let isSame = one[row - 1] == two[column - 1]
                var best = min(last[column] + 1, present[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == two[column - 2], one[row - 2] == two[column - 1] {
                    best = min(best, before[column - 2] + 1)
                }
                present.append(best)
            }
            (before, last) = (last, present)
        }
        return last[two.count]
    }
}

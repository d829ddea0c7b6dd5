extension CharacterLattice {
    /// The likeliest strings, the likeliest first.
    ///
    /// - Parameters:
    ///   - width: How many beginnings of strings are followed at each step.
    ///   - count: How many strings are given, at most.
    package func bestStrings(width: Int = 12, keeping count: Int = 4) -> [ScoredString] {
        PrefixBeam.search(self, width: width, keeping: count)
    }

    /// The logarithm of a string's probability: the sum over all ways to spread it over the steps.
    package func logProbability(of string: [UInt8]) -> Double {
        let states = 2 * string.count + 1
        var now = [Float](repeating: -.infinity, count: states)
        var next = now
        now[0] = self[step: 0, character: 0]
        if states > 1 { now[1] = self[step: 0, character: Int(string[0])] }
        for step in 1..<max(1, steps) {
            for state in 0..<states {
                let character = state % 2 == 0 ? 0 : Int(string[state / 2])
                var sum = now[state]
                if state > 0 { sum = logSum(sum, now[state - 1]) }
                if state % 2 == 1, state > 1, string[state / 2] != string[state / 2 - 1] {
                    sum = logSum(sum, now[state - 2])
                }
                next[state] = sum == -.infinity ? sum : sum + self[step: step, character: character]
            }
            swap(&now, &next)
        }
        return Double(states > 1 ? logSum(now[states - 1], now[states - 2]) : now[0])
    }

    /// The best way to spread a string over the steps: for each character the steps that show it, or nil where the
    /// string does not fit into the row.
    package func alignment(of string: [UInt8]) -> [ClosedRange<Int>]? {
        guard !string.isEmpty else { return [] }
        let states = 2 * string.count + 1
        var scores = [Float](repeating: -.infinity, count: states)
        var came = [UInt8](repeating: 0, count: states * steps)
        scores[0] = self[step: 0, character: 0]
        scores[1] = self[step: 0, character: Int(string[0])]
        for step in 1..<max(1, steps) {
            for state in stride(from: states - 1, through: 0, by: -1) {
                let character = state % 2 == 0 ? 0 : Int(string[state / 2])
                var best = scores[state]
                var from: UInt8 = 0
                if state > 0, scores[state - 1] > best { (best, from) = (scores[state - 1], 1) }
                let mayLeap = state % 2 == 1 && state > 1 && string[state / 2] != string[state / 2 - 1]
                if mayLeap, scores[state - 2] > best { (best, from) = (scores[state - 2], 2) }
                scores[state] = best + self[step: step, character: character]
                came[step * states + state] = from
            }
        }
        let end = scores[states - 1] > scores[states - 2] ? states - 1 : states - 2
        guard scores[end] > -.infinity else { return nil }
        return spans(came, states, end, string.count)
    }

    private func spans(_ came: [UInt8], _ states: Int, _ end: Int, _ count: Int) -> [ClosedRange<Int>]? {
        var ranges = [ClosedRange<Int>?](repeating: nil, count: count)
        var state = end
        for step in stride(from: steps - 1, through: 0, by: -1) {
            if state % 2 == 1 {
                let upper = ranges[state / 2]?.upperBound ?? step
                ranges[state / 2] = step...upper
            }
            if step > 0 { state -= Int(came[step * states + state]) }
        }
        let known = ranges.compactMap(\.self)
        return known.count == count ? known : nil
    }
}

/// Which state of the site a page shows: a run of the server, and the number of the run's latest change.
struct LiveVersion: Sendable, Hashable {
    /// The run's random name: numbers of two runs say nothing about each other.
    let run: String
    /// The number of changes before the page asked for what it shows.
    let number: Int

    init(run: String, number: Int) { (self.run, self.number) = (run, number) }

    /// Reads a version that ``text`` wrote; nil for anything else.
    init?(_ text: String?) {
        let parts = (text ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return nil }
        self.init(run: String(parts[0]), number: number)
    }

    /// The version as pages and events carry it, such as `5f0c.12`.
    var text: String { "\(run).\(number)" }
}

/// One change with its number.
struct NumberedChange: Sendable, Hashable {
    let change: LiveChange
    let number: Int
}

/// The number of the latest change of each kind; pure.
struct ChangeLog: Sendable {
    /// The largest number of changes remembered, unless told otherwise: more than a site has seats.
    static let most = 8_192

    private let most: Int
    /// The number of changes so far.
    private(set) var count = 0
    private var latest: [LiveChange: Int] = [:]
    /// Changes up to this number may be forgotten.
    private var forgotten = 0

    init(most: Int = Self.most) { self.most = most }

    /// Counts a change.
    ///
    /// - Returns: Its number.
    @discardableResult
    mutating func note(_ change: LiveChange) -> Int {
        count += 1  // In range: one a message.
        latest[change] = count
        if latest.count > most { forgetHalf() }
        return count
    }

    /// Half at once, so that a flood of names costs little for each of them.
    private mutating func forgetHalf() {
        forgotten = latest.values.sorted()[latest.count / 2]
        latest = latest.filter { $0.value > forgotten }
    }

    /// The number of the latest such change; for a forgotten one, a number that is not lower.
    func number(of change: LiveChange) -> Int { latest[change] ?? forgotten }

    /// The latest of each change after a number, oldest first; nil if some may be forgotten.
    func after(_ number: Int) -> [NumberedChange]? {
        guard number >= forgotten, number <= count else { return nil }
        return latest.filter { $0.value > number }
            .map { NumberedChange(change: $0.key, number: $0.value) }
            .sorted { $0.number < $1.number }
    }
}

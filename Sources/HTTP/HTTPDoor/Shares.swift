/// Counts places by name, with a limit for each name and one for all; a pure value.
package struct Shares: Sendable {
    private let (share, most): (Int, Int)
    private var open: [String: Int] = [:]
    private var count = 0

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - share: The limit for one name.
    ///   - most: The limit for all names.
    package init(share: Int, most: Int = .max) { (self.share, self.most) = (share, most) }

    /// Takes a place; a successful call must be followed by ``leave(_:)``.
    ///
    /// - Returns: Whether one was free.
    package mutating func enter(_ name: String) -> Bool {
        guard count < most, open[name, default: 0] < share else { return false }
        count += 1
        open[name, default: 0] += 1
        return true
    }

    /// Gives a place back.
    package mutating func leave(_ name: String) {
        count -= 1
        let left = (open[name] ?? 1) - 1
        open[name] = left > 0 ? left : nil
    }
}

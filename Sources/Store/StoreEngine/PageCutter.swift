/// Cuts a list into pages: each element's weight in, whether it begins a page out.
package struct PageCutter {
    private let limits: PageLimits
    private var taken = 0
    private var room = 0

    package init(_ limits: PageLimits) {
        self.limits = limits
    }

    /// Whether the next element begins a page; the first one does.
    package mutating func beginsPage(_ weight: Int) -> Bool {
        let size = max(0, weight) + limits.overhead
        let begins = taken == 0 || taken == limits.count || size > room
        if begins { (taken, room) = (0, limits.bytes) }
        taken += 1
        room -= min(size, room)
        return begins
    }
}

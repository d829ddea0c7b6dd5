/// The time that the looks at one picture may take, on a clock.
///
/// A grey photo taken at an angle gives each direction much to read.
package struct SearchTime: Sendable {
    /// The limit for a picture at a hub or a command: 1.5 seconds, and 15 in a slower build for debugging.
    package static let usual = SearchTime(limit: .milliseconds(usualLimit), clock: ContinuousClock())

    #if DEBUG
    private static let usualLimit = 15_000
    #else
    private static let usualLimit = 1_500
    #endif

    private let limit: Duration
    private let clock: any Clock<Duration>

    /// Creates a limit on a clock.
    package init(limit: Duration, clock: any Clock<Duration>) {
        (self.limit, self.clock) = (limit, clock)
    }

    /// Starts the time of one picture.
    func started() -> SearchEnd { end(on: clock) }

    private func end<Time: Clock<Duration>>(on clock: Time) -> SearchEnd {
        let end = clock.now.advanced(by: limit)
        return SearchEnd { clock.now >= end }
    }
}

/// The end of the time for one picture.
struct SearchEnd: Sendable {
    /// An end that never comes.
    static let never = SearchEnd { false }

    /// Whether the time is over.
    let isOver: @Sendable () -> Bool
}

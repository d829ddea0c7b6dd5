internal import SystemCalls

/// The time that the looks at one picture may take, on a clock.
///
/// A grey photo taken at an angle gives each direction much to read.
package struct SearchTime: Sendable {
    /// The limit for a picture at a hub or a command: 1.5 seconds of its thread's processor time, and 15 in a slower
    /// build for debugging.
    ///
    /// On a busy machine a picture gets as many looks as on an idle one.
    package static let usual = SearchTime(limit: .milliseconds(usualLimit)) { KernelClock.threadTime }

    #if DEBUG
    private static let usualLimit = 15_000
    #else
    private static let usualLimit = 1_500
    #endif

    private let limit: Duration
    private let now: @Sendable () -> Duration

    /// Creates a limit on a clock, which is asked on the thread that reads the picture.
    package init(limit: Duration, now: @escaping @Sendable () -> Duration) {
        (self.limit, self.now) = (limit, now)
    }

    /// Starts the time of one picture.
    func started() -> SearchEnd {
        let end = now() + limit
        return SearchEnd { [now] in now() >= end }
    }
}

/// The end of the time for one picture.
struct SearchEnd: Sendable {
    /// An end that never comes.
    static let never = SearchEnd { false }

    /// Whether the time is over.
    let isOver: @Sendable () -> Bool
}

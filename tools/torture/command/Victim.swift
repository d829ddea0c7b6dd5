/// A process that can be struck.
protocol Victim: Sendable {
    /// Its name.
    var name: String { get }
    /// Starts it.
    func start() async throws
    /// Carries a strike out and returns when the process runs again.
    func suffer(_ strike: Strike) async throws
    /// Ends it in order.
    func stop() async
    /// How often it ended without a strike, and how it ended last.
    func ownEnds() async -> [String]
}

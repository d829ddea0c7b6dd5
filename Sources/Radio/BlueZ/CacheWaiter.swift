/// Someone who waits for the cache to be as wanted.
struct CacheWaiter {
    /// True when the wait is over; throws when it will never be.
    let condition: (ObjectCache) throws -> Bool
    let continuation: CheckedContinuation<Void, any Error>
    /// Ends the wait when it takes too long.
    let timer: Task<Void, Never>
}

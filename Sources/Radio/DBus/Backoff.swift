/// The pauses between attempts: doubling from a first to a longest one, each shortened by up to a half at random.
struct Backoff {
    let first: Duration
    let longest: Duration
    private(set) var attempts = 0

    init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The next pause.
    ///
    /// The jitter keeps the processes of one machine from coming back all at once.
    mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let factor = 1 << min(attempts, 16)
        attempts += 1
        let pause = min(first * factor, longest)
        return pause * Double.random(in: 0.5...1, using: &random)
    }

    mutating func reset() {
        attempts = 0
    }
}

extension Duration {
    /// Whole milliseconds, rounded up so that a tiny timeout never becomes libcurl's 0, which means none; at most
    /// some 24 days, which libcurl's `long` holds on every platform.
    var milliseconds: Int {
        guard self > .zero else { return 0 }
        guard self < .seconds(2_147_483) else { return 2_147_483_000 }
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Whole seconds, rounded up.
    var wholeSeconds: Int { (milliseconds + 999) / 1000 }
}

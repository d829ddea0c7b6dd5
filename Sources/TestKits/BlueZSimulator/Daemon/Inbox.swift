/// How fast the daemon takes notifications of one device.
///
/// bluetoothd 5.66 on a slow machine lost them without a word when they came faster than it kept up: of 1,097 some 85
/// at 200 a second, half at 400, at 1,000 the closing indication too; none at 130 (tools/bluez-guest/README.md).
struct Inbox: Sendable {
    /// How many it takes a second.
    static let rate = 180.0
    /// How many may wait.
    static let room = 24.0

    private var free = Self.room
    private var since = Duration.zero

    /// Whether it takes one more now.
    mutating func takes(at now: Duration) -> Bool {
        free = min(Self.room, free + (now - since) / .seconds(1) * Self.rate)
        since = now
        guard free >= 1 else { return false }
        free -= 1
        return true
    }
}

internal import DevicePeers

/// Frames that a device sends one after the other, at the pace of the air.
struct PacedFrames: Sendable {
    /// The pause between two frames.
    static let pause = Duration.milliseconds(20)

    /// When the next frame follows; nil if there is none.
    private(set) var next: Duration?
    private var frames: [PeerFrame] = []

    /// Adds frames.
    mutating func add(_ more: [PeerFrame], at now: Duration) {
        frames += more
        if next == nil, !frames.isEmpty { next = now + Self.pause }
    }

    /// Takes the next frame; nil if there is none.
    mutating func take(at now: Duration) -> PeerFrame? {
        guard !frames.isEmpty else {
            next = nil
            return nil
        }
        next = frames.count > 1 ? now + Self.pause : nil
        return frames.removeFirst()
    }

    /// Drops all frames.
    mutating func clear() { (frames, next) = ([], nil) }
}

internal import VitalRecords

/// The values of an FS20F oximeter: `FE 0A 55`, an unknown byte, pulse, saturation, four more bytes and a sum.
///
/// The device also sends waves, `FE 08 56`. Which sum ends a frame is not public, so the values have to be steady instead.
struct OximeterFrame: Hashable, Sendable {
    private static let head: [UInt8] = [0xFE, 0x0A, 0x55]
    private static let length = 10

    /// Beats a minute.
    let pulse: Int
    /// Percent.
    let saturation: Int

    /// Takes the whole frames out of what arrived; bytes of other frames are dropped.
    static func take(from buffer: inout [UInt8]) -> [OximeterFrame] {
        var frames: [OximeterFrame] = []
        var start = 0
        while start + head.count <= buffer.count {
            guard buffer[start..<(start + head.count)].elementsEqual(head) else {
                start += 1
                continue
            }
            guard start + length <= buffer.count else { break }
            frames.append(OximeterFrame(pulse: Int(buffer[start + 4]), saturation: Int(buffer[start + 5])))
            start += length
        }
        buffer.removeFirst(min(start, buffer.count))
        return frames
    }

    /// Whether a finger can have these values.
    var isPlausible: Bool { (30...250).contains(pulse) && (50...100).contains(saturation) }
}

/// The one rule by which a stream becomes a value: ten steady seconds, then the median.
struct SteadySpot: Sendable {
    /// How long the values have to be steady.
    static let span = Duration.seconds(10)
    /// How far saturation and pulse may wander meanwhile.
    static let (saturationRange, pulseRange) = (3, 12)
    /// The longest pause between two frames of a steady stream.
    static let longestPause = Duration.seconds(3)
    /// The most frames of a spot: 20 a second.
    private static let most = 200

    private var frames: [OximeterFrame] = []
    private var begin = Duration.zero
    private var last = Duration.zero

    /// Adds a frame; the median once the values are steady.
    mutating func add(_ frame: OximeterFrame, at elapsed: Duration) -> OximeterFrame? {
        guard frame.isPlausible else {
            frames = []
            return nil
        }
        if !frames.isEmpty, elapsed - last > Self.longestPause || !isSteady(with: frame) { frames = [] }
        if frames.isEmpty { begin = elapsed }
        last = elapsed
        if frames.count < Self.most { frames.append(frame) }
        guard elapsed - begin >= Self.span else { return nil }
        return OximeterFrame(pulse: median(\.pulse), saturation: median(\.saturation))
    }

    private func isSteady(with frame: OximeterFrame) -> Bool {
        func isWithin(_ range: Int, _ value: (OximeterFrame) -> Int) -> Bool {
            let all = (frames + [frame]).map(value)
            return (all.max() ?? 0) - (all.min() ?? 0) <= range
        }
        return isWithin(Self.saturationRange) { $0.saturation } && isWithin(Self.pulseRange) { $0.pulse }
    }

    private func median(_ value: (OximeterFrame) -> Int) -> Int { frames.map(value).sorted()[frames.count / 2] }
}

internal import DeviceCodecs

/// What earlier links showed of a model that may send one value only, so that no measurement becomes two readings.
///
/// A lone value at the end of a link is the final one of such a model, or the first of a stream whose link broke. Once a
/// device has sent two values of one finger, it streams, and its next link measures the finger again. Before that, the
/// lone value counts, and a stream that follows within ``gap`` seconds replaces it. Equal values within that time are
/// the same value, sent again.
struct LoneValue: Hashable, Sendable {
    /// The first value of a finger, which identifies its result.
    struct First: Hashable, Sendable {
        /// When it came, in milliseconds of the hub's clock since 1970.
        let since: Int
        /// Its frame.
        let frame: [UInt8]
    }

    /// How long after a value a new link continues its finger, in milliseconds.
    static let gap = 60_000
    /// The shortest time between two final values, in milliseconds: a value needs as long to become steady.
    static let pause = Int(SpotLimits.window) * 1_000

    /// Whether the device has sent two values of one finger.
    private(set) var streams = false
    /// The value that identifies the next result; nil where the result identifies itself.
    private(set) var first: First?
    /// A value of an earlier link that may be of the same finger.
    private var earlier: First?

    /// Reads what an earlier link kept.
    init(_ stored: [UInt8]?) {
        guard let stored, let flag = stored.first else { return }
        streams = flag == 1
        guard stored.count > 9 else { return }
        let since = stored[1..<9].reduce(0) { $0 << 8 | Int($1) }
        earlier = First(since: since, frame: Array(stored[9...]))
    }

    /// What the next link needs to know.
    var stored: [UInt8] {
        guard let first else { return streams ? [1] : [] }
        return [streams ? 1 : 0] + first.since.bigEndianBytes + first.frame
    }

    /// Takes a value.
    ///
    /// - Parameter count: Its place among the values of its finger, from 1.
    mutating func take(_ frame: [UInt8], count: Int, at moment: Int) {
        switch count {
        case 1:
            if let known = earlier, !(0...Self.gap).contains(moment - known.since) { earlier = nil }
            let isAgain = earlier.map { $0.frame == frame || moment - $0.since < Self.pause } ?? false
            first = isAgain || streams ? earlier : First(since: moment, frame: frame)
        case 2:
            streams = true
            first = earlier
        default: break
        }
    }

    /// Ends a finger whose result is known, or that gives none.
    mutating func end() { (first, earlier) = (nil, nil) }
}

extension Int {
    /// Eight bytes, the highest first.
    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (8 * (7 - $0))) } }
}

/// The limits of ``SpotRule``, in seconds and as one name.
public enum SpotLimits {
    /// The silence that ends an episode.
    public static let silence: Double = 3
    /// How long values must be steady.
    public static let window: Double = 8
    /// How long values must be steady if the finger leaves early.
    public static let shortWindow: Double = 4
    /// The status flag of a result whose finger left early.
    public static let notSettled = "not_settled"
}

/// Finds the single result in an oximeter's stream: the value that settles while a finger is in the sensor.
///
/// Pure. An episode begins with the first usable sample; the caller ends it with the finger, after a silence, or with
/// the link. It is steady once at least 6 samples over 8 s spread by at most 1 % saturation and 3 beats. If the finger
/// leaves earlier, 4 s within 2 % are accepted.
///
/// The standard's continuous stream and the makers' streams share this rule.
public struct SpotRule<Content: Sendable>: Sendable {
    /// A usable sample.
    public struct Sample: Sendable {
        /// Seconds on a clock that the caller chooses.
        public let at: Double
        /// Oxygen saturation in percent.
        public let spo2: Double
        /// Pulse rate in beats per minute; nil if the device has none yet.
        public let pulse: Double?
        /// Whether the device calls it an early estimate.
        public let isEarly: Bool
        /// What the caller wants back.
        public let content: Content

        /// Makes a sample.
        public init(at: Double, spo2: Double, pulse: Double?, isEarly: Bool = false, content: Content) {
            self.at = at
            self.spo2 = spo2
            self.pulse = pulse
            self.isEarly = isEarly
            self.content = content
        }
    }

    /// When the episode began; nil without one.
    public private(set) var start: Double?
    /// The number of samples of the episode.
    public private(set) var count = 0
    private var samples: [Sample] = []
    /// When the signal was last good for the first time.
    private var goodSince: Double?
    /// When the signal was last bad.
    private var badAt: Double?

    /// Makes a rule without an episode.
    public init() {}

    /// The latest sample of the episode.
    public var last: Sample? { samples.last }

    /// Adds a usable sample.
    public mutating func add(_ sample: Sample) {
        if start == nil { start = sample.at }
        if goodSince == nil { goodSince = sample.at }
        count += 1
        samples.append(sample)
        samples.removeAll { sample.at - $0.at > SpotLimits.window }
    }

    /// Notes a bad signal with the finger in: the values must be steady from here on.
    public mutating func disturb(at now: Double) {
        guard start != nil else { return }
        goodSince = nil
        badAt = now
    }

    /// Whether nothing, not even a bad signal, has come for a time.
    public func isSilent(at now: Double, for silence: Double = SpotLimits.silence) -> Bool {
        guard let last else { return false }
        return now - max(last.at, badAt ?? last.at) >= silence
    }

    /// Whether the values are steady up to the latest sample.
    public var isSteady: Bool { spread(SpotLimits.window, count: 6, spo2: 1, pulse: 3) }

    /// The sample in the middle of the window, by saturation and then pulse: a median of values measured together.
    public var middle: Sample? {
        let ordered = samples.sorted { ($0.spo2, $0.pulse ?? 0) < ($1.spo2, $1.pulse ?? 0) }
        return ordered.isEmpty ? nil : ordered[ordered.count / 2]
    }

    /// Ends the episode.
    ///
    /// - Returns: Its latest sample, if the finger left early and the values were steady enough to be accepted.
    @discardableResult
    public mutating func end() -> Sample? {
        defer { self = SpotRule() }
        return spread(SpotLimits.shortWindow, count: 4, spo2: 2, pulse: .infinity) ? last : nil
    }

    /// Whether the signal has been good long enough and the window's samples are close together.
    private func spread(_ window: Double, count: Int, spo2: Double, pulse: Double) -> Bool {
        guard let now = last?.at, let goodSince, now - goodSince >= window else { return false }
        let recent = samples.filter { now - $0.at <= window }
        guard recent.count >= count, !recent.contains(where: \.isEarly) else { return false }
        return Self.range(recent.map(\.spo2)) <= spo2 && Self.range(recent.compactMap(\.pulse)) <= pulse
    }

    private static func range(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
}

/// An entry of the fault list.
package struct ScenarioFault: Decodable, Sendable {
    /// The event that ends a stuck discovery, besides its duration.
    package enum Cure: String, Codable, Sendable {
        /// Only its duration.
        case time
        /// The last StopDiscovery.
        case restart
        /// `Powered` false, then true.
        case powerCycle
    }

    /// The kind of fault.
    package var kind: FaultKind
    /// The affected device; nil affects any.
    package var device: String?
    /// The earliest time; a timed fault occurs at this time.
    package var at: Duration
    /// The latest time.
    package var until: Duration?
    /// The interval between the occurrences of a timed fault.
    package var every: Duration?
    /// The probability at each opportunity, 0 to 1.
    package var probability: Double
    /// The maximum number of occurrences; nil for no limit.
    package var count: Int?
    /// Its duration, or the length of a delay.
    package var seconds: Duration?
    /// The number of frames before a drop, or the number of bytes left of a truncated frame.
    package var frames: Int?
    /// The adapter's name when it comes back.
    package var adapter: String?
    /// The event that ends a stuck discovery.
    package var clearedBy: Cure
    /// The step at which a link is lost or a device stops answering.
    package var step: LinkStep?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case kind
        case device
        case atSeconds
        case untilSeconds
        case everySeconds
        case probability
        case count
        case seconds
        case frames
        case adapter
        case clearedBy
        case step
    }

    /// Creates a fault.
    package init(
        _ kind: FaultKind,
        device: String? = nil,
        at: Duration = .zero,
        until: Duration? = nil,
        every: Duration? = nil,
        probability: Double = 1,
        count: Int? = nil,
        seconds: Duration? = nil,
        frames: Int? = nil,
        adapter: String? = nil,
        clearedBy: Cure = .powerCycle,
        step: LinkStep? = nil
    ) {
        self.kind = kind
        self.device = device
        self.at = at
        self.until = until
        self.every = every
        self.probability = probability
        self.count = count
        self.seconds = seconds
        self.frames = frames
        self.adapter = adapter
        self.clearedBy = clearedBy
        self.step = step
    }

    /// Decodes the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        self.init(
            try box.decode(FaultKind.self, forKey: .kind),
            device: try box.decodeIfPresent(String.self, forKey: .device),
            at: try box.seconds(.atSeconds, default: .zero),
            until: try box.seconds(.untilSeconds),
            every: try box.seconds(.everySeconds),
            probability: try box.value(.probability, default: 1),
            count: try box.decodeIfPresent(Int.self, forKey: .count),
            seconds: try Self.seconds(in: box),
            frames: try box.decodeIfPresent(Int.self, forKey: .frames),
            adapter: try box.decodeIfPresent(String.self, forKey: .adapter),
            clearedBy: try box.value(.clearedBy, default: .powerCycle),
            step: try box.decodeIfPresent(LinkStep.self, forKey: .step)
        )
        guard (0...1).contains(probability), (frames ?? 0) >= 0, every.map({ $0 > .zero }) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind,
                in: box,
                debugDescription: "probability must be 0 to 1, frames not negative, everySeconds above 0"
            )
        }
        guard kind != .dropAtStep || step != nil, kind == .clockJumps || (seconds ?? .zero) >= .zero else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind,
                in: box,
                debugDescription: "dropAtStep needs its step, and only clockJumps goes back by negative seconds"
            )
        }
    }

    private static func seconds(in box: KeyedDecodingContainer<CodingKeys>) throws -> Duration? {
        guard let seconds = try box.decodeIfPresent(Double.self, forKey: .seconds) else { return nil }
        guard abs(seconds) <= 4_000_000_000 else {
            throw DecodingError.dataCorruptedError(
                forKey: .seconds,
                in: box,
                debugDescription: "seconds must be -4000000000 to 4000000000"
            )
        }
        return .seconds(seconds)
    }
}

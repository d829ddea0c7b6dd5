/// One entry of the fault list.
package struct ScenarioFault: Decodable, Sendable {
    /// What ends a stuck discovery beside its time.
    package enum Cure: String, Codable, Sendable {
        /// Only time.
        case time
        /// The last StopDiscovery.
        case restart
        /// `Powered` false, then true.
        case powerCycle
    }

    /// What goes wrong.
    package var kind: FaultKind
    /// The device it strikes; nil strikes any.
    package var device: String?
    /// Not before this time; a timed fault happens then.
    package var at: Duration
    /// Not after this time.
    package var until: Duration?
    /// A timed fault's distance to its next time.
    package var every: Duration?
    /// How likely it strikes at each opportunity, 0 to 1.
    package var probability: Double
    /// How often it strikes at most; nil has no limit.
    package var count: Int?
    /// How long it lasts, or how late something comes.
    package var seconds: Duration?
    /// Frames until a drop, or the bytes that are left of a truncated frame.
    package var frames: Int?
    /// The adapter's name when it comes back.
    package var adapter: String?
    /// What ends a stuck discovery.
    package var clearedBy: Cure
    /// Where a link is lost or a device falls silent.
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

    /// Makes a fault.
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

    /// Reads the JSON form.
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

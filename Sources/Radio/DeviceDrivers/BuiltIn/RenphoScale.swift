public import DeviceCodecs

/// Renpho scales with the service 1A10 (ES-CS20M, ES-32MD, R-MSC04, ES-26BB): the weighing of the person on the
/// scale.
///
/// Weighings stored by the ES-26BB are not acknowledged, because that probably removes them. Source: facts §6, each
/// model by one source. Tested with published tests, never on a device.
public struct RenphoScale: ProtocolDriver {
    /// `renpho`.
    public static let name = ProtocolName.renpho

    /// Needs no secrets; the scales do not bond.
    public init(_: DriverSecrets) {}

    /// Makes a session.
    public func makeSession(for _: DeviceIdentity) -> any DriverSession { RenphoSession() }

    /// Whether a write is the start.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        characteristic == RenphoSession.requests && bytes == RenphoSession.begin
    }
}

/// One link to a Renpho scale.
///
/// Pure. A stable weight counts as one weighing, with the body's resistance if that follows soon.
struct RenphoSession: DriverSession {
    private enum Step { case idle, subscribing, waiting, resting, over }

    /// Notifications.
    static let replies = BluetoothUUID(0x2A10)
    /// Writes.
    static let requests = BluetoothUUID(0x2A11)
    /// Indications: the final weight of some models.
    static let finals = BluetoothUUID(0x2A12)
    /// Starts the weighing.
    static let begin: [UInt8] = [0x55, 0xAA, 0x90, 0x00, 0x04, 0x01, 0x00, 0x00, 0x00, 0x94]
    /// How long the scale may be silent before the link ends.
    static let settling = Duration.seconds(20)
    /// How long the body's resistance may take after the weight.
    static let rest = Duration.seconds(4)

    private var step = Step.idle
    private var hasFinals = false
    /// The frame with the stable weight.
    private var weight: [UInt8]?

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(Self.replies), found.contains(Self.requests) else {
                return leave(.fail("the scale's own service is missing"))
            }
            (step, hasFinals) = (.subscribing, found.contains(Self.finals))
            return [.subscribe(Self.replies)]
        case .subscribed(let uuid):
            guard step == .subscribing else { return [] }
            if uuid == Self.replies, hasFinals { return [.subscribe(Self.finals)] }
            step = .waiting
            return [.write(Self.requests, Self.begin), .tellReady, .wake(after: Self.settling)]
        case .value(let uuid, let bytes) where uuid == Self.replies || uuid == Self.finals: return took(bytes)
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return finish(impedance: nil)
        case .value, .wrote: return []
        }
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private mutating func took(_ bytes: [UInt8]) -> [DriverOutput] {
        guard bytes.starts(with: [0x55, 0xAA]), let frame = ScaleWeighing.frames([bytes], of: "qn").first,
            let command = frame.text("command")
        else { return [] }
        switch (command, step) {
        case (_, .waiting) where frame.isSet("stable") && !ScaleWeighing.values(of: frame).isEmpty:
            (weight, step) = (bytes, .resting)
            return [.wake(after: Self.rest)]
        // A stored weighing has a weight, but no reliable time.
        case ("15", .resting) where frame.number("weight") == nil: return finish(impedance: bytes)
        case ("11", .resting) where frame.isSet("stopped"): return finish(impedance: nil)
        case (_, .waiting): return [.wake(after: Self.settling)]
        default: return []
        }
    }

    /// Ends the link, with the weighing if there was one.
    private mutating func finish(impedance: [UInt8]?) -> [DriverOutput] {
        let frames = ScaleWeighing.frames([weight, impedance].compactMap(\.self), of: "qn")
        guard weight != nil, let first = frames.first,
            let measurement = ScaleWeighing.fresh(of: first, with: Array(frames.dropFirst()), on: Self.replies)
        else { return leave(.done) }
        return [.measurement(measurement)] + leave(.done)
    }
}

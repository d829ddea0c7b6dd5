public import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Medisana's scales BS430, BS440 and BS444: the weighings that they stored.
///
/// The clock is set on each link, because the scales send nothing until then. Bone is not reported, because its unit is
/// not known. Source: facts §11. Tested with computed frames, never on a device.
public struct MedisanaScale: ProtocolDriver {
    /// `medisana`.
    public static let name = ProtocolName.medisana

    /// Needs no secrets; the scales do not bond.
    public init(_: DriverSecrets) {}

    /// Makes a session without the hub's time.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { MedisanaSession(start) }

    /// Whether a write sets the time, without which the scales send nothing.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        characteristic == MedisanaSession.requests && bytes.count == 5 && bytes[0] == 0x02
    }
}

/// One link to a Medisana scale.
///
/// Pure. A weight and the body's composition come in two frames with one time; stored weighings come in one burst.
struct MedisanaSession: DriverSession {
    private enum Step { case idle, subscribing, waiting, over }

    /// The weight.
    static let weights = BluetoothUUID(0x8A21)
    /// The body's composition.
    static let bodies = BluetoothUUID(0x8A22)
    /// The person, which is not read; some scales send nothing until the hub subscribes to it.
    static let people = BluetoothUUID(0x8A82)
    /// Commands.
    static let requests = BluetoothUUID(0x8A81)
    /// How long the scale may be silent before the first weighing.
    static let settling = Duration.seconds(20)
    /// How long it may be silent between weighings.
    static let rest = Duration.seconds(4)
    /// Seconds from 1970 to the epoch of BS440 and BS444, 2010.
    static let epoch = 1_262_304_000
    /// The scales' users; any other byte is none.
    private static let users: ClosedRange<UInt8> = 1...8

    private let start: DriverStart
    private let options: DriverOptions
    private var step = Step.idle
    private var places: [BluetoothUUID] = []
    private var marks: ScaleMarks
    /// The names of this link's weighings, by user.
    private var names: [[UInt8]: Set<UInt32>] = [:]
    /// The weight whose composition may follow.
    private var weight: [UInt8]?

    init(_ start: DriverStart) {
        self.start = start
        var options = DriverOptions()
        options.model = start.device.name?.uppercased().hasPrefix("0203B") == true ? "BS430" : "BS440"
        self.options = options
        marks = ScaleMarks(stored: start.stored)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(Self.weights), found.contains(Self.requests) else {
                return leave(.fail("the scale's own service is missing"))
            }
            places = [Self.bodies, Self.weights, Self.people].filter { found.contains($0) }
            step = .subscribing
            return subscribeNext(elapsed: elapsed)
        case .subscribed: return step == .subscribing ? subscribeNext(elapsed: elapsed) : []
        case .value(Self.weights, let bytes): return took(weight: bytes)
        case .value(Self.bodies, let bytes): return took(body: bytes)
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return finish()
        case .value, .wrote: return []
        }
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private mutating func subscribeNext(elapsed: Duration) -> [DriverOutput] {
        guard places.isEmpty else { return [.subscribe(places.removeFirst())] }
        step = .waiting
        let now = start.seconds(after: elapsed)
        let shown = options.model == "BS430" ? now : now - Self.epoch
        let time = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: shown >> $0) }
        // Weighings from before the hub first set the clock have another clock's time.
        let civil = start.stored == nil ? nil : ScaleWeighing.time(local: start.local(now)).civil
        let clock = civil.map { [DriverOutput.clock($0)] } ?? []
        return [.write(Self.requests, [0x02] + time)] + clock + [.tellReady, .wake(after: Self.settling)]
    }
}

/// Weighings.
extension MedisanaSession {
    private func decoded(_ bytes: [UInt8]) -> DriverFrame? {
        ScaleWeighing.frames([bytes], of: "medisana", options: options).first
    }

    private mutating func took(weight bytes: [UInt8]) -> [DriverOutput] {
        let earlier = report(body: nil)
        guard decoded(bytes)?.kind == "weight" else {
            return earlier + [.unreadable("the scale shows another unit than kilograms, or its frame is damaged")]
        }
        weight = bytes
        return earlier + [.wake(after: Self.rest)]
    }

    private mutating func took(body bytes: [UInt8]) -> [DriverOutput] {
        guard let frame = decoded(bytes), frame.kind == "body" else { return [] }
        return report(body: frame) + [.wake(after: Self.rest)]
    }

    /// Reports the open weighing, with a composition of the same time.
    private mutating func report(body: DriverFrame?) -> [DriverOutput] {
        guard let weight, let frame = decoded(weight), let seconds = frame.seconds("time") else { return [] }
        self.weight = nil
        let user = weight.count > 13 && Self.users.contains(weight[13]) ? weight[13] : UInt8(Reading.unknownUser)
        // The other bytes are not known to stay the same.
        let keyBytes = Array(weight[1...2]) + weight[5...8] + [user]
        // The time alone is not enough, because a scale without a set clock may give two weighings the same time.
        let (id, name) = ([UInt8](repeating: user, count: 8), MarkHash.short(keyBytes))
        names[id, default: []].insert(name)
        guard !marks.has(name, of: id) else { return [] }
        let measurement = ScaleWeighing.measurement(
            of: frame,
            with: body.map { $0.seconds("time") == seconds ? [$0] : [] } ?? [],
            on: Self.weights,
            time: ScaleWeighing.time(local: start.local(Int(seconds))),
            keyBytes: keyBytes,
            user: Int(user)
        )
        guard let measurement else { return [.unreadable("the scale reports a weight that is impossible")] }
        _ = marks.index(of: id)
        marks.add(name, of: id)
        return [.measurement(measurement), .keep(marks.stored)]
    }

    /// Reports the last weighing of the burst, and keeps the marks of those weighings only that the scale still has.
    private mutating func finish() -> [DriverOutput] {
        let last = report(body: nil)
        let earlier = marks.stored
        for (id, names) in names { marks.keepOnly(names, of: id) }
        return last + (marks.stored == earlier ? [] : [.keep(marks.stored)]) + leave(.done)
    }
}

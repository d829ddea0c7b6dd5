internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// What is known of a hub, and what a person has chosen there.
struct HomeHub: Sendable {
    /// A meter that the hub hears or has heard.
    struct Device: Sendable, Hashable {
        let peripheral: Int
        let name: String?
        /// In dBm; nil while it is silent.
        var signal: Int?
    }

    /// The most meters that are remembered.
    static let deviceLimit = 32
    /// The change of a signal that is told, in dBm: what moves is heard anew each second.
    private static let step = 6

    var processes: [BusAddress: Availability] = [:]
    var adapter: AdapterState?
    private(set) var devices: [DeviceID: Device] = [:]
    /// The meter and the seat that were chosen.
    private var chosen: DeviceID?
    var seat: String?
    var note = ""
    /// What was asked of it here, and has not ended yet.
    var work: HomeWork?

    /// The meter to work with: the chosen one, or the only one that was ever in sight.
    var meter: DeviceID? { chosen ?? (devices.count == 1 ? devices.keys.first : nil) }

    /// The process of a role.
    func process(_ role: BusRole) -> BusAddress? { processes.keys.first { $0.actor == role.rawValue } }

    /// Takes a sighting; of more meters than are remembered the silent ones go first.
    mutating func note(_ sighting: PeripheralSighted) {
        guard let peripheral = sighting.peripheralIDs.first else { return }
        var signal = sighting.rssi
        if let last = devices[sighting.device]?.signal, let new = signal,
            Int.clampedSum(last, Self.step) > new, Int.clampedSum(new, Self.step) > last
        {
            signal = last
        }
        devices[sighting.device] = Device(peripheral: peripheral, name: sighting.name, signal: signal)
        while devices.count > Self.deviceLimit {
            let silent = devices.filter { $0.value.signal == nil && $0.key != chosen }.keys
            let others = devices.keys.filter { $0 != sighting.device && $0 != chosen }
            guard let last = silent.max(by: { $0.description < $1.description }) ?? others.first else { break }
            devices[last] = nil
        }
    }

    /// A meter is silent now; one that nobody chose can be chosen no more when it goes.
    mutating func lose(_ device: DeviceID) { devices[device]?.signal = nil }

    /// Chooses a meter by its name; any other text chooses none.
    mutating func choose(_ text: String, among names: [DeviceID: String]) {
        chosen = names.first { $0.value == text }?.key
    }

    /// The names of meters, each unlike the others.
    func names(_ model: (Int) -> String?) -> [DeviceID: String] {
        devices.reduce(into: [:]) { names, device in
            let (id, known) = device
            let others = devices.keys.filter { $0 != id }
            let text = id.description
            var length = 4
            while others.contains(where: { $0.description.prefix(length) == text.prefix(length) }), length < text.count
            {
                length += 1
            }
            let name = model(known.peripheral) ?? known.name ?? "Meter"
            names[id] = "\(name.prefix(60)) \(text.prefix(length))"
        }
    }

    /// What is so, for its device's entities.
    func state(names: [DeviceID: String], assigned: Set<DeviceID>) -> JSONValue {
        let offline = processes.filter { $0.value == .offline }.map { "\($0.key.client) is offline" }.sorted()
        let problems = offline + [adapter?.problem].compactMap(\.self)
        let isHearing = adapter.map { $0.present && $0.powered && $0.problem == nil } ?? false
        var signals: [String: JSONValue] = [:]
        for (id, device) in devices where assigned.contains(id) {
            signals[HomeNames.id(id.description)] = device.signal.map { .number(Decimal($0)) }
        }
        func word(_ isSo: Bool) -> JSONValue { .string(isSo ? HomeComponent.problem : HomeComponent.fine) }
        return .object([
            "problem": word(!problems.isEmpty),
            "problems": .object(["problems": .array(problems.map { .string(String($0.prefix(500))) })]),
            "bluetooth": word(isHearing), "signal": .object(signals),
            "meter": .string(meter.flatMap { names[$0] } ?? HomeNames.nobody),
            "seat": .string(seat ?? HomeNames.nobody), "note": .string(note),
            "asked": .bool(work?.awaitsDigits ?? false),
        ])
    }
}

// MARK: - What somebody asks of it

extension HomeHub {
    /// What was asked of it here and has not ended yet.
    ///
    /// - Throws: That there is none.
    func running() throws(HeldChoice.Refusal) -> HomeWork {
        guard let work else { throw HeldChoice.Refusal(words: "nothing that was asked for here is under way") }
        return work
    }

    /// Begins to pair the chosen meter for the chosen seat.
    ///
    /// - Throws: Why not.
    mutating func pairing(id: String) throws(HeldChoice.Refusal) -> PairPeripheral {
        let (device, peripheral) = try begin(id)
        return PairPeripheral(device: device, peripheralID: peripheral, seat: seat)
    }

    /// Begins to read the chosen meter for the chosen seat.
    ///
    /// - Throws: Why not.
    mutating func reading(id: String) throws(HeldChoice.Refusal) -> ReadPeripheral {
        let (device, peripheral) = try begin(id)
        return ReadPeripheral(device: device, peripheralID: peripheral, seat: seat)
    }

    private mutating func begin(_ id: String) throws(HeldChoice.Refusal) -> (DeviceID, Int) {
        guard work == nil else {
            throw HeldChoice.Refusal(words: "what was asked for before is under way: wait for its end, or cancel it")
        }
        guard let device = meter, let peripheral = devices[device]?.peripheral else {
            throw HeldChoice.Refusal(words: "choose a meter first")
        }
        (work, note) = (HomeWork(request: id), "under way")
        return (device, peripheral)
    }
}

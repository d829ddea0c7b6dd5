internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The state of a hub, and a person's choices there.
struct HomeHub: Sendable {
    /// A meter that the hub hears or has heard.
    struct Device: Sendable, Hashable {
        let peripheral: Int
        let name: String?
        /// The signal strength in dBm; nil while the meter is silent.
        var signal: Int?
    }

    /// The largest number of meters remembered.
    static let deviceLimit = 32
    /// The smallest change of a signal published, in dBm, because a moving device changes it every second.
    private static let step = 6

    var processes: [BusAddress: Availability] = [:]
    var adapter: AdapterState?
    private(set) var devices: [DeviceID: Device] = [:]
    /// The chosen meter and seat.
    private var chosen: DeviceID?
    var seat: String?
    var note = ""
    /// The work requested here that has not ended.
    var work: HomeWork?

    /// The meter to use: the chosen one, or the only one remembered.
    var meter: DeviceID? { chosen ?? (devices.count == 1 ? devices.keys.first : nil) }

    /// The hub's process with a role.
    func process(_ role: BusRole) -> BusAddress? { processes.keys.first { $0.actor == role.rawValue } }

    /// Records a sighting; beyond the limit, silent meters are forgotten first.
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

    /// Marks a meter as silent; unless it is chosen, it may be forgotten later.
    mutating func lose(_ device: DeviceID) { devices[device]?.signal = nil }

    /// Chooses a meter by its name; any other text resets the choice.
    mutating func choose(_ text: String, among names: [DeviceID: String]) {
        chosen = names.first { $0.value == text }?.key
    }

    /// The meters' names, each unique.
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

    /// The state message for the hub's entities.
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

// MARK: - Requests

extension HomeHub {
    /// The work requested here that has not ended.
    ///
    /// - Throws: ``HeldChoice/Refusal`` if there is none.
    func running() throws(HeldChoice.Refusal) -> HomeWork {
        guard let work else { throw HeldChoice.Refusal(words: "no request of this device is running") }
        return work
    }

    /// Starts to pair the chosen meter for the chosen seat.
    ///
    /// - Throws: ``HeldChoice/Refusal`` with the reason.
    mutating func pairing(id: String) throws(HeldChoice.Refusal) -> PairPeripheral {
        let (device, peripheral) = try begin(id)
        return PairPeripheral(device: device, peripheralID: peripheral, seat: seat)
    }

    /// Starts to read the chosen meter for the chosen seat.
    ///
    /// - Throws: ``HeldChoice/Refusal`` with the reason.
    mutating func reading(id: String) throws(HeldChoice.Refusal) -> ReadPeripheral {
        let (device, peripheral) = try begin(id)
        return ReadPeripheral(device: device, peripheralID: peripheral, seat: seat)
    }

    private mutating func begin(_ id: String) throws(HeldChoice.Refusal) -> (DeviceID, Int) {
        guard work == nil else {
            throw HeldChoice.Refusal(words: "an earlier request is still running: wait until it ends, or cancel it")
        }
        guard let device = meter, let peripheral = devices[device]?.peripheral else {
            throw HeldChoice.Refusal(words: "choose a meter first")
        }
        (work, note) = (HomeWork(request: id), "under way")
        return (device, peripheral)
    }
}

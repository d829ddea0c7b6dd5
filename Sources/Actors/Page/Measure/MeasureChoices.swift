internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// The devices and models that a hub can measure with, for one seat; pure.
struct MeasureChoices {
    /// The owner of a device.
    enum Owner: Hashable {
        /// Unassigned: a person names the seat of each reading.
        case nobody
        /// Assigned to this seat only.
        case seat
        /// Assigned to several seats.
        case several
        /// Assigned to another seat only, which a reading for this seat would contradict.
        case another(String)
    }

    /// A device in sight.
    struct Device {
        let device: DeviceID
        let peripheral: PeripheralView
        /// The name that the device advertises.
        let name: String?
        let isPaired: Bool
        let owner: Owner
        fileprivate let strength: Int

        /// The sort key: the seat's own devices first, then the paired ones, then by signal strength.
        fileprivate var rank: (Int, Int, Int) {
            let place =
                switch owner {
                case .seat: 0
                case .several: 1
                case .nobody: 2
                case .another: 3
                }
            return (place, isPaired ? 0 : 1, -strength)
        }
    }

    /// A device in sight that this hub cannot read.
    struct Unread: Hashable {
        /// The model's name, or the one that the device advertises.
        let name: String
        /// What is missing, in the hub's words; nil if nothing is known about the device.
        let missing: String?
    }

    /// The devices in sight, in display order.
    let devices: [Device]
    /// The devices in sight that cannot be read.
    let unread: [Unread]
    /// All models, those in sight first.
    let models: [PeripheralView]

    /// Builds the choices.
    ///
    /// - Parameters:
    ///   - peripherals: The hub's catalogue.
    ///   - sightings: The devices that its scanner hears.
    ///   - unknown: The devices that it hears and the catalogue does not have.
    ///   - assignments: All assignments of those devices, including past ones.
    init(
        seat: String,
        peripherals: [PeripheralView],
        sightings: [PeripheralSighted],
        unknown: [UnknownDevice] = [],
        assignments: [AssignmentView],
        now: Date
    ) {
        unread = Self.unread(sightings, peripherals: peripherals) + unknown.map { Unread(name: $0.name, missing: nil) }
        let readable = peripherals.filter(\.isReadable)
        let byID = Dictionary(readable.map { ($0.peripheralID, $0) }) { first, _ in first }
        devices = sightings.compactMap { sighting -> Device? in
            guard let peripheral = sighting.peripheralIDs.lazy.compactMap({ byID[$0] }).first else { return nil }
            return Device(
                device: sighting.device,
                peripheral: peripheral,
                name: sighting.name,
                isPaired: sighting.paired ?? false,
                owner: Self.owner(of: sighting.device, for: seat, assignments: assignments, now: now),
                strength: sighting.rssi ?? -128
            )
        }.sorted { $0.rank < $1.rank }
        let seen = Set(devices.map(\.peripheral.peripheralID))
        models = readable.sorted { first, second in
            let (one, other) = (seen.contains(first.peripheralID) ? 0 : 1, seen.contains(second.peripheralID) ? 0 : 1)
            return (one, first.type, first.name) < (other, second.type, second.name)
        }
    }

    /// The sightings of known models that all lack something.
    private static func unread(_ sightings: [PeripheralSighted], peripherals: [PeripheralView]) -> [Unread] {
        let byID = Dictionary(peripherals.map { ($0.peripheralID, $0) }) { first, _ in first }
        return sightings.compactMap { sighting in
            let models = sighting.peripheralIDs.compactMap { byID[$0] }
            guard !models.contains(where: \.isReadable), let model = models.first(where: { !$0.disabled }),
                let missing = model.missing,
                let part = missing.first(where: { $0.code == "driverMissing" }) ?? missing.first
            else { return nil }
            return Unread(name: model.name, missing: part.message)
        }
    }

    /// The current owner of a device.
    static func owner(of device: DeviceID, for seat: String, assignments: [AssignmentView], now: Date) -> Owner {
        let seats = Set(
            assignments.filter { one in
                one.device == device && one.from <= now && one.until.map { now < $0 } ?? true
            }.map(\.seat)
        )
        guard let first = seats.first else { return .nobody }
        if seats.count > 1 { return .several }
        return first == seat ? .seat : .another(first)
    }
}

extension PeripheralView {
    /// Whether the hub that lists the model can read its devices: it is enabled and lacks nothing.
    var isReadable: Bool { !disabled && (missing ?? []).isEmpty && type != "unnamed" }
}

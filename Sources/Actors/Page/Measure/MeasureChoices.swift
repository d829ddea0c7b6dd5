internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// What can be measured with at a hub, for one seat; pure.
struct MeasureChoices {
    /// Whose a device is.
    enum Owner: Hashable {
        /// Nobody's: a reading goes where somebody says.
        case nobody
        /// The seat's alone.
        case seat
        /// The seat's and others'.
        case several
        /// Another seat's: a reading for this seat would speak against that.
        case another(String)
    }

    /// A device in sight.
    struct Device {
        let device: DeviceID
        let peripheral: PeripheralView
        /// The name that it tells.
        let name: String?
        let isPaired: Bool
        let owner: Owner
        fileprivate let strength: Int

        /// What stands first: the seat's own, what is paired, what is near.
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

    /// The devices in sight, in the order in which they are shown.
    let devices: [Device]
    /// All models, those in sight first.
    let models: [PeripheralView]

    /// Makes the choices.
    ///
    /// - Parameters:
    ///   - peripherals: The hub's catalogue.
    ///   - sightings: What its scanner hears.
    ///   - assignments: All assignments of those devices, past ones too.
    init(
        seat: String,
        peripherals: [PeripheralView],
        sightings: [PeripheralSighted],
        assignments: [AssignmentView],
        now: Date
    ) {
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

    /// Whose a device is now.
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
    /// Whether devices of the model can be read at the hub that lists it: it is switched on, and nothing is missing.
    var isReadable: Bool { !disabled && (missing ?? []).isEmpty && type != "unnamed" }
}

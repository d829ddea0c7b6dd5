internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import SiteHealth
internal import SiteRecords

/// Which hubs and devices do not deliver, and which seats that concerns; pure.
struct SilentSeats: Sendable, Hashable {
    /// The findings that mean that a hub reads no device.
    private static let kinds: Set<String> = ["hubSilent", "hubGone", "linkDown", "radio"]
    /// The states of a device that a hub cannot read.
    private static let phases: [PassiveState.Device.Phase] = [.notPaired, .missingPart, .failed]

    /// The hubs of each seat.
    private let hubs: [String: [String]]
    private let silent: Set<String>
    private let devices: Set<String>

    /// - Parameters:
    ///   - hubs: The hubs of each seat.
    ///   - findings: The site's present findings.
    ///   - unread: The seats whose devices a hub cannot read.
    init(hubs: [String: [String]], findings: [Finding], unread: Set<String> = []) {
        self.hubs = hubs
        silent = Set(findings.compactMap(\.kind).filter(Self.isSilence).compactMap { $0.parts["hub"] })
        devices = unread
    }

    private static func isSilence(_ kind: Finding.Kind) -> Bool {
        kinds.contains(kind.name) || ProblemView.isReaderGone(kind)
    }

    /// The hubs that measure a seat.
    func hubs(of seat: String) -> [String] { hubs[seat] ?? [] }

    /// Whether all of a seat's hubs are silent, or one of its devices cannot be read.
    func contains(_ seat: String) -> Bool {
        let own = hubs(of: seat)
        return devices.contains(seat) || (!own.isEmpty && own.allSatisfy(silent.contains))
    }

    /// The seats to which a device is assigned that its hub cannot read.
    static func unread(_ states: [PassiveState], assignments: [AssignmentView]) -> Set<String> {
        let failing = Set(states.flatMap(\.devices).filter { phases.contains($0.phase) }.map(\.device))
        return Set(assignments.filter { $0.until == nil && failing.contains($0.device) }.map(\.seat))
    }

    /// The hubs of each seat, from the site's list; on a machine without a list, its only hub has all seats.
    static func hubs(_ entries: [HubEntry], known: Set<String>, seats: [String]) -> [String: [String]] {
        let present = entries.filter { $0.revoked == nil }
        guard present.isEmpty else {
            return present.reduce(into: [:]) { all, hub in
                for seat in hub.seats { all[seat, default: []].append(hub.hub) }
            }
        }
        let own = known.subtracting([BusAddress.siteHub])
        guard own.count == 1, let hub = own.first else { return [:] }
        return Dictionary(seats.map { ($0, [hub]) }) { first, _ in first }
    }
}

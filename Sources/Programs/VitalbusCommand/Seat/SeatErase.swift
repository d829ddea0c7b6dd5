internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus seat erase`.
struct SeatErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase all data of a seat's people at this site.",
        discussion: """
            First permanently deletes raw frames, pictures of displays and waiting readings at the hubs. Then deletes \
            sessions, records, notifications, device assignments and held readings at the site. The seat must not \
            have a session. Data that may belong to another person is kept and counted. The cloud service keeps its \
            copies.

            The assignments decide which data of a hub belongs to the seat, so hubs come first. If a hub is \
            unreachable, nothing is erased at the site: run the command again when the hub is back. With --leave-hubs \
            such a hub is skipped permanently. It keeps raw frames under pseudonyms for 'frames.keep', and its \
            waiting readings will be held.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The seat.") var seat: String
    @Flag(help: "Erase at the session manager even if hubs are unreachable.") var leaveHubs = false
    @Flag(help: "Also remove the pairings of the seat's devices at the hubs; pair the devices again later.")
    var forgetPairing =
        false
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @Flag(help: "Print what was erased as JSON.") var json = false

    private struct Report: Encodable {
        let seat: SeatErased
        let hubs: [DevicesErased]
        let imports: [ImportsErased]
        let pictures: [PicturesErased]
        let leftHubs: [String]
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let (seat, leaveHubs, forgetPairing, yes) = (seat, leaveHubs, forgetPairing, yes)
        let report = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(seat)
            try environment.confirm("Permanently erase all data of seat \(seat)?", unless: yes)
            // Checked first: hubs must not lose records that a session would still deliver.
            _ = try await Self.erase(EraseSeat(seat: seat, checkOnly: true), over: connection)
            let hubs = try await HubErasure(seat: seat, forgetPairing: forgetPairing).run(connection)
            guard hubs.unreachable.isEmpty || leaveHubs else { throw Self.unreachable(hubs.unreachable, seat: seat) }
            let erased = try await Self.erase(EraseSeat(seat: seat), over: connection)
            let leftHubs = Set(hubs.unreachable.map(\.hub)).sorted()
            return Report(
                seat: erased,
                hubs: hubs.erased,
                imports: hubs.imports,
                pictures: hubs.pictures,
                leftHubs: leftHubs
            )
        }
        json ? try environment.json(report) : show(report, in: environment)
    }

    private static func erase(_ body: EraseSeat, over connection: HubConnection) async throws -> SeatErased {
        try await connection.requests.call(
            SessionOperations.eraseSeat,
            hub: BusAddress.siteHub,
            body: body,
            timeout: .seconds(60)
        )
    }

    private static func unreachable(_ hubs: [HubErasure.Unreachable], seat: String) -> CommandFailure {
        let list = hubs.map { "\($0.hub) (\($0.reason))" }.joined(separator: ", ")
        return CommandFailure(
            "hubsUnreachable",
            message:
                "\(list) did not answer, so the session manager still has all data of seat \(seat). Run this again when they are back, or with --leave-hubs if they will never return",
            exitCode: 75,
            isRetriable: true
        )
    }

    private func show(_ report: Report, in environment: CommandEnvironment) {
        let erased = report.seat
        environment.out(
            "seat \(seat) erased: \(erased.sessions) sessions, \(erased.records) records, \(erased.assignments) assignments, "
                + "\(erased.heldReadings) held readings"
        )
        for hub in report.hubs {
            environment.out("hub \(hub.hub): \(hub.frames) raw frames, \(hub.readings) waiting readings erased")
            guard max(hub.keptFrames, hub.keptReadings) > 0 else { continue }
            environment.out(
                "hub \(hub.hub): \(hub.keptFrames) raw frames and \(hub.keptReadings) waiting readings may belong to another person "
                    + "and stay"
            )
        }
        for one in report.imports where max(one.marks, one.readings) > 0 {
            environment.out("imports: \(one.marks) marks, \(one.readings) waiting records erased")
        }
        for one in report.pictures where max(one.jobs, one.pictures, one.readings, one.streams) > 0 {
            environment.out(
                "displays: \(one.pictures) pictures, \(one.jobs) jobs, \(one.readings) waiting readings erased, "
                    + "\(one.streams) streams ended"
            )
        }
        if erased.sharedHeldReadings > 0 {
            environment.out(
                "\(erased.sharedHeldReadings) held readings of shared devices were kept: confirm or discard them, see 'vitalbus held'"
            )
        }
        for hub in report.leftHubs {
            environment.out(
                "hub \(hub) was skipped: it keeps raw frames for 'frames.keep'. To delete them now, remove its state directory"
            )
        }
    }
}

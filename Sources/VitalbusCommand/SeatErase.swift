internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus seat erase`.
struct SeatErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase what a seat's persons left at this site.",
        discussion: """
            Sessions, records, notifications, assignments of devices and held readings go for good; the seat must have no \
            session. The cloud service keeps what it has. Hubs keep raw frames of the devices for the time that \
            'frames.keep' says, under pseudonyms.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The seat.") var seat: String
    @Flag(help: "Do not ask.") var yes = false
    @Flag(help: "Print what was erased as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        try environment.confirm("Erase everything of seat \(seat) for good?", unless: yes)
        let erased = try await place.connect { [seat] connection, _ in
            try await connection.requests.call(
                SessionOperations.eraseSeat,
                hub: BusAddress.siteHub,
                EraseSeat(seat: seat),
                timeout: .seconds(60)
            )
        }
        guard !json else { return try environment.json(erased) }
        environment.out(
            "seat \(seat) erased: \(erased.sessions) sessions, \(erased.records) records, \(erased.assignments) assignments, "
                + "\(erased.heldReadings) held readings"
        )
        if erased.sharedHeldReadings > 0 {
            environment.out(
                "\(erased.sharedHeldReadings) held readings of shared devices stay: confirm or discard them, see 'vitalbus held'"
            )
        }
        for device in erased.devices { environment.out("device \(device): its hub may still have raw frames") }
    }
}

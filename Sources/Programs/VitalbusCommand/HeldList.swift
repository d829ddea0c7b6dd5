internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus held list`.
struct HeldList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the readings that nobody owns yet, with their values."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only those made for this seat or by its devices.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("Only this device's.", valueName: "device")) var device: String?
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Flag(help: "Print the page as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let found = try await place.connect { connection, hub in
            let resolver = Resolver(connection, hub)
            let body = PageRequest(
                seat: try await resolver.seat(ifNamed: seat),
                device: try await resolver.device(ifNamed: device, isKnown: true),
                page: page
            )
            return try await connection.requests.call(SessionOperations.heldReadings, hub: BusAddress.siteHub, body)
        }
        guard !json else { return try environment.json(found) }
        for entry in found.readings {
            let device = entry.reading.device.map { "device \($0)" } ?? "no device"
            let user = entry.reading.userIndex.map { $0 == Reading.unknownUser ? " user unknown" : " user \($0)" } ?? ""
            environment.out(
                "\(LocalTime.text(entry.reading.timestamp)) hub \(entry.reading.hub) \(device)\(user) \(entry.words) "
                    + "reading \(entry.reading.readingKey) \(MeasuredText.text(entry.reading.measurements))"
            )
        }
        environment.out("page \(found.page) of \(found.pages), \(found.readings.count) readings")
    }
}

extension HeldPage.Entry {
    /// Why it waits, and for whom it was made.
    fileprivate var words: String {
        reason.rawValue + (reading.seat.map { " for \($0)" } ?? "") + (assignedSeat.map { ", assigned to \($0)" } ?? "")
    }
}

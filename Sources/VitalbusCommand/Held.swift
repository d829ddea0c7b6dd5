internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus held`.
struct Held: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the readings that nobody owns yet.",
        discussion: "A reading gets its owner when its device is assigned: vitalbus device assign."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Flag(help: "Print the page as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = PageRequest(page: page)
        let found = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.heldReadings, hub: BusAddress.siteHub, body)
        }
        guard !json else { return try environment.json(found) }
        for entry in found.readings {
            let device = entry.reading.device.map { "device \($0)" } ?? "no device"
            environment.out(
                "\(WireJSON.timeText(entry.reading.timestamp)) hub \(entry.reading.hub) \(device) \(entry.reason) "
                    + "reading \(entry.reading.readingKey)"
            )
        }
        environment.out("page \(found.page) of \(found.pages), \(found.readings.count) readings")
    }
}

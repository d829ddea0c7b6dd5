internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus held`.
struct HeldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held",
        abstract: "List held readings and decide whom they belong to.",
        discussion: """
            A held reading gets its owner in one of two ways. Assign its device for the time when it was made \
            ('vitalbus device assign'), or confirm the reading. Discard deletes it permanently.
            """,
        subcommands: [HeldList.self, HeldShow.self, HeldConfirm.self, HeldDiscard.self],
        defaultSubcommand: HeldList.self
    )

    /// Parses a reading's key.
    static func key(_ text: String) throws -> ReadingKey {
        guard let key = ReadingKey(rawValue: text) else {
            throw CommandFailure.input("'\(text.prefix(64))' is not a reading: 'vitalbus held' shows their keys")
        }
        return key
    }

    /// Parses a time.
    static func time(_ text: String, of option: String) throws -> Date {
        guard let time = WireJSON.time(text) else {
            throw CommandFailure.input(
                "\(option) '\(text.prefix(40))' is not a time: write it like 2026-03-01T08:00:00Z"
            )
        }
        return time
    }

    /// Finds a reading on the pages of held readings; nil if it is not held.
    static func entry(_ key: ReadingKey, over connection: HubConnection) async throws -> HeldPage.Entry? {
        var (page, pages) = (1, 1)
        while page <= pages {
            let found = try await connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: PageRequest(page: page)
            )
            if let entry = found.readings.first(where: { $0.reading.readingKey == key }) { return entry }
            pages = found.pages
            page += 1
        }
        return nil
    }

    /// A decision for people.
    static func text(_ decided: DecidedReading) -> String {
        let record = decided.logID.map { " record \($0)" } ?? ""
        let session = decided.sessionID.map { " session \($0)" } ?? ""
        return "reading \(decided.readingKey): \(decided.outcome)\(record)\(session)"
    }
}

/// The command `vitalbus held list`.
struct HeldList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List held readings with their values."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only readings of this seat or its devices.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("Only this device's.", valueName: "device")) var device: String?
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Flag(help: "Print the page as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let found = try await place.connect { connection, hub in
            let body = try await Resolver(connection, place: hub).page(page, seat: seat, device: device)
            return try await connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: body
            )
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
    /// The reason why it is held, and its seats.
    fileprivate var words: String {
        reason.rawValue + (isUnreadable == true ? ", cannot be read: discard it" : "")
            + (reading.seat.map { " for \($0)" } ?? "") + (assignedSeat.map { ", assigned to \($0)" } ?? "")
    }
}

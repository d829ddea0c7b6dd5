internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus held`.
struct HeldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held",
        abstract: "Show the readings that nobody owns yet, and decide whose they are.",
        discussion: """
            A reading gets its owner when its device is assigned for the time when it was made (vitalbus device assign), or \
            when a person says whose it is (confirm). What nobody wants is discarded, for good.
            """,
        subcommands: [HeldList.self, HeldShow.self, HeldConfirm.self, HeldDiscard.self],
        defaultSubcommand: HeldList.self
    )

    /// Reads a reading's key.
    static func key(_ text: String) throws -> ReadingKey {
        guard let key = ReadingKey(rawValue: text) else {
            throw CommandFailure.input("'\(text.prefix(64))' is no reading: 'vitalbus held' shows their names")
        }
        return key
    }

    /// Reads a time.
    static func time(_ text: String, of option: String) throws -> Date {
        guard let time = WireJSON.time(text) else {
            throw CommandFailure.input(
                "\(option) '\(text.prefix(40))' is no time: write it like 2026-03-01T08:00:00Z"
            )
        }
        return time
    }

    /// Looks a reading up on the pages of held readings; nil where it is not held.
    static func entry(_ key: ReadingKey, _ connection: HubConnection) async throws -> HeldPage.Entry? {
        var (page, pages) = (1, 1)
        while page <= pages {
            let found = try await connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                PageRequest(page: page)
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

internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import SiteHealth

/// The command `vitalbus seat`.
struct SeatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seat",
        abstract: "List seats, or erase a person's data.",
        subcommands: [SeatList.self, SeatErase.self]
    )
}

/// The command `vitalbus seat list`.
struct SeatList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the site's seats with their sessions, last readings and waiting records."
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the seats as JSON, one per line.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let seats = try await place.connect { connection, _ in try await Lists.seats(connection) }
        guard !json else { return try environment.lines(seats) }
        guard !seats.isEmpty else {
            return environment.out("no seats yet: list 'seats' in the configuration, or start a session")
        }
        environment.show(Self.table(seats, now: Date()))
    }

    /// The seats as a table.
    static func table(_ seats: [SeatPage.Entry], now: Date) -> TextTable {
        var table = TextTable("SEAT", "SESSION", "LAST READING", "WAITING", "DEVICES")
        for seat in seats {
            table.add(
                seat.seat,
                session(seat),
                seat.lastMeasuredAt.map { "\(LocalTime.text($0)) (\(LocalTime.ago($0, now: now)))" } ?? "-",
                waiting(seat),
                "\(seat.devices)"
            )
        }
        return table
    }

    private static func session(_ seat: SeatPage.Entry) -> String {
        guard let session = seat.session else { return seat.configured ? "none" : "none, not configured" }
        let who = session.defaultUser ? "default user" : session.userID ?? "-"
        return session.validated == .yes ? who : "\(who), validated: \(session.validated)"
    }

    private static func waiting(_ seat: SeatPage.Entry) -> String {
        let parts = [
            (seat.waiting, "waiting"), (seat.unsynced, "unsynced"), (seat.rejected, "rejected"), (seat.held, "held"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return words.isEmpty ? "-" : words.joined(separator: ", ")
    }
}

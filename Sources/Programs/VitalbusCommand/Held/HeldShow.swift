internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import PictureParts
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus held show`.
struct HeldShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a held reading, and save the picture of its display.",
        discussion: "Example: vitalbus held show rnd1-71c05be84fa2369d0e8b7a6c5d4f3e21 --picture display.jpg"
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The reading, as 'vitalbus held' shows it, or the start of it.") var reading: String
    @Option(help: ArgumentHelp("The file for the picture; an existing file is not replaced.", valueName: "file"))
    var picture: String?
    @Flag(help: "Print the reading as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let picture = picture
        let entry = try await place.connect { connection, hub in
            let key = try await Resolver(connection, place: hub).reading(reading)
            guard let entry = try await HeldCommand.entry(key, over: connection) else {
                throw CommandFailure.input("no reading '\(key)' is held: 'vitalbus held' shows those that are")
            }
            if let picture { try await Self.write(entry, to: picture, over: connection) }
            return entry
        }
        guard !json else { return try environment.json(entry) }
        for line in Self.lines(entry) { environment.out(line) }
    }

    private static func write(_ entry: HeldPage.Entry, to file: String, over connection: HubConnection) async throws {
        guard let picture = entry.picture else {
            throw CommandFailure.input("reading \(entry.reading.readingKey) has no picture")
        }
        let bytes: [UInt8]?
        do {
            bytes = try await PieceReader.read(sha256: picture.sha256, size: picture.size) { offset in
                try await connection.requests.call(
                    SessionOperations.heldPicture,
                    hub: BusAddress.siteHub,
                    body: HeldPictureRequest(readingKey: entry.reading.readingKey, offset: offset)
                )
            }
        } catch PieceReader.Failure.unanswered(let error) {
            throw error
        } catch {
            throw CommandFailure.input("the picture is gone: the reading was decided in the meantime")
        }
        do {
            try Data(bytes ?? []).write(to: URL(filePath: file), options: .withoutOverwriting)
        } catch {
            throw CommandFailure.input("'\(file)' cannot be written, or already exists")
        }
    }

    /// A held reading for people.
    static func lines(_ entry: HeldPage.Entry) -> [String] {
        let reading = entry.reading
        var lines = [
            "reading \(reading.readingKey) \(entry.reason)",
            "made \(LocalTime.text(reading.timestamp)) at hub \(reading.hub)"
                + (reading.seat.map { " for seat \($0)" } ?? ""),
            MeasuredText.text(reading.measurements),
        ]
        if let seen = reading.source.recognition {
            let rows = seen.text.split(separator: "\n").joined(separator: " / ")
            lines.append(
                "display '\(rows)' confidence \(PhotoText.percent(seen.confidence))"
                    + (seen.accepted ? "" : ", not certain: look at the picture")
            )
            lines += PhotoText.doubts(seen.reasons).map { "  \($0)" }
        }
        if entry.isUnreadable == true {
            lines.append("its saved data cannot be read: discard it and measure again")
        }
        if let picture = entry.picture { lines.append("picture \(picture.contentType) \(picture.size) bytes") }
        return lines
    }
}

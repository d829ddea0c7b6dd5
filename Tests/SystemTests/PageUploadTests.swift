import BusContract
import ContractLiterals
import Curl
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing

/// Exports that people upload on the page.
@Suite(.serialized) struct PageUploadTests {
    private static func weight(_ hour: Int) -> [UInt8] {
        var export = SmallExport()
        export.weights[hour] = 70
        return Array(export.text.utf8)
    }

    /// A person chose the file for the person that the page showed; the next one may come while it is sent.
    @Test func anExportBelongsToThePersonThatTheFormShowed() async throws {
        var settings = ImportWatch.settings()
        settings.page = "127.0.0.1:\(try FreePort.take())"
        try await RunningLine.with(settings) { line in
            let (watch, visit) = (ImportWatch(line: line), try await PageVisit(line))
            let first = try await Self.session(line)
            #expect(try await visit.upload(.bytes(Self.weight(1)), seat: LineSetup.seat, stay: first) == 200)
            try await line.waitForAccepted(1)
            let text = Self.weight(2)
            let (feed, rest) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            rest.yield(Array(text.prefix(100)))
            let sending = Task {
                try await visit.upload(.stream(feed, length: text.count), seat: LineSetup.seat, stay: first)
            }
            try await line.wait("a file under way") { !Self.uploads(line).isEmpty }
            try await line.startSession(user: "second-user", seat: LineSetup.seat)
            rest.yield(Array(text.dropFirst(100)))
            rest.finish()
            #expect(try await sending.value == 409)
            #expect(try await visit.upload(.bytes(Self.weight(3)), seat: LineSetup.seat, stay: first) == 409)
            #expect(Self.uploads(line).isEmpty, "neither is kept")
            let second = try await Self.session(line)
            #expect(try await visit.upload(.bytes(Self.weight(4)), seat: LineSetup.seat, stay: second) == 200)
            let imports = try await watch.call(HealthTopics.imports, ImportsRequest()).imports
            #expect(imports.map(\.sessionID) == [second, first], "each says for whom it is")
            // The importer compares it too, since a session may begin between the page's look and its request.
            let path = "\(line.folder.path)/late.xml"
            try Data(Self.weight(5)).write(to: URL(filePath: path))
            let late = ImportFile(path: path, seat: LineSetup.seat, sessionID: first, confirmsPerson: true)
            let refused = await #expect(throws: BusError.self) {
                _ = try await watch.call(HealthTopics.importFile, late)
            }
            #expect(refused?.code == .conflict)
            // The same person's next session is of the same person.
            _ = try await LineSetup.patiently {
                try await line.connection.requests.call(
                    SessionOperations.endSession,
                    hub: BusAddress.siteHub,
                    body: SeatReference(seat: LineSetup.seat),
                    timeout: Patience.answer
                )
            }
            try await line.startSession(user: "second-user", seat: LineSetup.seat)
            let third = try await Self.session(line)
            #expect(third != second)
            // The importer learns of a session by its state, which is published within half a second.
            try await line.wait("the import of the present session") {
                try await watch.call(HealthTopics.imports, ImportsRequest()).imports.map(\.sessionID) == [third, first]
            }
        }
    }

    /// The id of the seat's present session.
    private static func session(_ line: RunningLine) async throws -> String {
        try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.session,
                hub: BusAddress.siteHub,
                body: SeatReference(seat: LineSetup.seat),
                timeout: Patience.answer
            )
        }.sessionID
    }

    /// The files that the page has received or is receiving.
    private static func uploads(_ line: RunningLine) -> [String] {
        let places = FileManager.default.enumerator(atPath: line.plan.layout.state)?.compactMap { $0 as? String } ?? []
        return places.filter { $0.contains("/uploads/") && $0.hasSuffix("export.xml") }
    }
}

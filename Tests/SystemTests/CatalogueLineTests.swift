import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing

/// A hub whose operator added as many models as a catalogue file allows, far more than a message holds.
@Suite(.serialized) struct CatalogueLineTests {
    private static let added = 50_001...51_000

    /// The reply as a program knows it that was made before there were pages.
    private struct OlderReply: Decodable {
        let peripherals: [PeripheralView]
    }

    /// A catalogue file in the run's folder, which the reader and the scanner read.
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.readings = 1
        let path = FileManager.default.temporaryDirectory.appending(path: "vb-models-\(UUID().uuidString).json").path
        let models = added.map {
            #"{"basedOn": 3000, "id": \#($0), "model": "Made up \#($0)", "advert": {"namePrefixes": ["Made \#($0)"]}}"#
        }
        let text = #"{"add": [\#(models.joined(separator: ","))]}"#
        settings.prepare = { _ in try text.write(toFile: path, atomically: true, encoding: .utf8) }
        settings.cleanUp = { _ in try? FileManager.default.removeItem(atPath: path) }
        for actor in ["ble-scanner", "device-reader"] {
            settings.configuration[actor, default: [:]]["catalogue.file"] = path
        }
        return settings
    }

    @Test func everyPageIsReadAndAnOlderProgramReadsTheFirst() async throws {
        try await RunningLine.with(Self.settings) { line in
            let first = try await page(line, nil)
            let pages = try #require(first.pages)
            #expect(pages > 1)
            #expect(try await page(line, 1) == first)
            var ids: [Int] = []
            for number in 1...pages { ids += try await page(line, number).peripherals.map(\.peripheralID) }
            #expect(Set(ids).count == ids.count, "each once")
            #expect(Set(ids).isSuperset(of: Self.added))
            let older = try JSONDecoder().decode(OlderReply.self, from: JSONEncoder().encode(first))
            #expect(older.peripherals == first.peripherals && !older.peripherals.isEmpty)
            try await expectListed(ids, line)
        }
    }

    /// The command prints a line for each model of every page.
    private func expectListed(_ ids: [Int], _ line: RunningLine) async throws {
        let run = try await ProgramRun("vitalbus", ["peripheral", "list", "--all", "--state", line.folder.state])
        #expect(run.exit == .code(0), "\(run.text.prefix(1_000))")
        let listed = run.lines.compactMap { line in line.split(separator: " ").first.flatMap { Int($0) } }
        #expect(listed == ids)
    }

    private func page(_ line: RunningLine, _ number: Int?) async throws -> SupportedPeripherals {
        try await LineSetup.patiently {
            try await line.connection.requests.call(
                ReaderTopics.supportedPeripherals,
                hub: LineSetup.hub,
                body: PeripheralFilter(page: number),
                timeout: Patience.answer
            )
        }
    }
}

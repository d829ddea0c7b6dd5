import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import Synchronization
import TestSupport
import Testing
import VitalRecords

/// The default user may read in the foreground, and none of it is stored.
@Suite(.serialized) struct DefaultUserTests {
    /// Finds a cuff in range.
    private func cuff(_ line: RunningLine) async throws -> DeviceID {
        let sightings = try await LineSetup.patiently {
            let found = try await line.connection.requests.call(
                ScannerTopics.sightings,
                hub: LineSetup.hub,
                body: Empty(),
                timeout: Patience.answer
            )
            guard !found.devices.isEmpty else {
                throw BusError(.notFound, message: "no cuff is in sight yet", isRetriable: true)
            }
            return found.devices
        }
        return try #require(sightings.first).device
    }

    /// Reads the cuff until it has a reading; each attempt waits for a measurement.
    private func read(_ line: RunningLine) async throws -> PeripheralDidRead {
        let device = try await cuff(line)
        var patience = Patience()
        while true {
            do {
                return try await line.radio.ask(
                    ReaderTopics.readPeripheral,
                    body: ReadPeripheral(device: device, peripheralID: 3000, seat: LineSetup.seat, seconds: 30)
                )
            } catch is BusError where !patience.isOver {
                // It may be out of range between two measurements.
                try await patience.pause()
            }
        }
    }

    @Test func aForegroundReadingIsToldAndKeptNowhere() async throws {
        var settings = RunningLine.Settings()
        settings.measuresOn = true
        try await RunningLine.with(settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            _ = try await LineSetup.patiently {
                try await line.connection.requests.call(
                    SessionOperations.startSession,
                    hub: BusAddress.siteHub,
                    body: StartSession(seat: LineSetup.seat, defaultUser: true)
                )
            }
            // The reader learns of the session from the bus.
            try await line.wait("the default user's state") { try await line.states.sessionState().defaultUser }
            let state = ["--state", line.plan.layout.state]
            let watch = try await ProgramRun.start("vitalbus", ["watch", "--type", "didReadPeripheral"] + state)
            let heard = Collected<String>()
            let hearing = Task { for await text in watch.lines { heard.add(text) } }
            let keys = Mutex<Set<ReadingKey>>([])
            try await line.wait("the command line's word") {
                let read = try await read(line)
                keys.withLock { $0.formUnion(read.records.map(\.readingKey)) }
                // The command line may have begun to listen only after this reading: the next one is for it.
                return read.disposition == .notStored && !read.records.isEmpty
                    && heard.all.contains { $0.contains("disposition=notStored") }
            }
            await watch.kill()
            await hearing.value
            let text = heard.all.joined()
            #expect(text.contains("didReadPeripheral") && text.contains("disposition=notStored"), "\(text)")
            #expect(text.contains("mmHg"), "it is there to be shown: \(text)")
            try await line.wait("the warning") {
                let log = try? String(contentsOfFile: line.plan.layout.log("session-manager"), encoding: .utf8)
                return log?.contains("the default user's readings are not stored") == true
            }
            try await line.wait("an empty queue") { try await line.queued().isEmpty }
            let told = try await line.told().map(\.data).joined()
            for key in keys.withLock({ $0 }) { #expect(!told.contains(key.rawValue)) }
        }
    }
}

import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing

/// Faulty devices and interrupted readings, across the whole line.
@Suite(.serialized) struct RadioLineTests {
    private func settings(_ devices: String) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 3, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2}, "devices": [\(devices)]}
            """
        return settings
    }

    private func journal(_ line: RunningLine) -> String {
        (try? String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)) ?? ""
    }

    @Test func aDeviceThatGoesOnSendingKeepsNobodyOut() async throws {
        var settings = settings(
            """
            {"address": "F0:0D:00:00:00:01", "idleSeconds": 60,
             "measurements": [{"atSeconds": 0.5, "everySeconds": 0.5, "count": 600}]},
            {"address": "F0:0D:00:00:00:02", "measurements": [{"atSeconds": 2, "systolic": 199, "diastolic": 77, "pulse": 55}]}
            """
        )
        settings.configuration = ["device-reader": ["read.longest": "5s"]]
        try await RunningLine.with(settings) { line in
            try await line.wait("the other cuff's reading") { journal(line).contains("199") }
            #expect(try await line.summary().duplicates == 0)
            let isFinished = await line.truth.isFinished
            #expect(!isFinished, "it was read before the first had sent all")
        }
    }

    @Test func aNeighboursGuardedCuffIsNotBondedByHearingIt() async throws {
        let settings = settings(
            """
            {"address": "F0:0D:00:00:00:01", "pairing": "justWorks",
             "measurements": [{"atSeconds": 0.5, "systolic": 121, "diastolic": 81, "pulse": 61}]}
            """
        )
        try await RunningLine.with(settings) { line in
            let subscription = try await line.connection.client.subscribe(
                to: [ReaderTopics.passiveDidFail.descriptor],
                hub: LineSetup.hub
            )
            for await message in subscription {
                let failure = try Envelope<PeripheralDidFail>.decode(message.payload).data
                #expect(["notPaired", "pairingFailed"].contains(failure.error.code), "\(failure.error.message)")
                break
            }
            #expect(try await line.summary().accepted == 0)
            // A person who names it may pair it, and then it is read.
            let pairing = PairPeripheral(device: try line.radio.device("F0:0D:00:00:00:01"), peripheralID: 3000)
            _ = try await LineSetup.patiently {
                try await line.radio.ask(ReaderTopics.pairPeripheral, body: pairing)
            }
            try await line.waitForAccepted(1)
        }
    }

    @Test func whatWasConfirmedIsKeptHoweverAReadingIsStopped() async throws {
        // All differ, because equal bytes within one second are one reading.
        let measurements = (0..<60).map {
            #"{"atSeconds": \#(Double($0) * 0.1), "systolic": \#(100 + $0), "diastolic": 70, "pulse": 60}"#
        }
        let settings = settings(
            """
            {"address": "F0:0D:00:00:00:01", "idleSeconds": 60, "measurements": [\(measurements.joined(separator: ","))]}
            """
        )
        try await RunningLine.with(settings) { line in
            let connection = line.connection
            let request = ReadPeripheral(
                device: try line.radio.device("F0:0D:00:00:00:01"),
                peripheralID: 3000,
                seconds: 120
            )
            for _ in 0..<2 {
                let before = await line.truth.confirmed
                let reading = Task {
                    try? await line.radio.ask(ReaderTopics.readPeripheral, body: request)
                }
                try await line.wait("a confirmed reading") { await line.truth.confirmed > min(59, before) }
                // From now on confirmed frames cannot be written; then the reading is cancelled.
                let lock = try DatabaseLock(
                    "\(line.plan.layout.state)/room-1.device-reader.main/device-reader-room-1.sqlite"
                )
                let locked = await line.truth.confirmed
                try await line.wait("readings that wait for the disk") {
                    await line.truth.confirmed >= min(60, locked + 4)
                }
                do {
                    _ = try await LineSetup.patiently {
                        try await connection.requests.call(ReaderTopics.cancel, hub: LineSetup.hub, body: CancelWork())
                    }
                } catch let error as BusError where error.code == .notFound {
                    // On a slow machine the reading has already ended.
                }
                lock.release()
                _ = await reading.value
            }
            try await line.wait("every confirmed reading at the server") {
                let truth = await line.truth
                let accepted = try await line.summary().accepted
                return truth.isFinished && truth.confirmed == 60 && accepted == 60
            }
            #expect(try await line.summary().duplicates == 0)
        }
    }
}

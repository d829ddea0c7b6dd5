import BusContract
import Foundation
import LineFixture
import MessageBus
import Synchronization
import Testing

/// A radio that breaks while a hub is at work: what is wrong is named, and it heals by itself.
@Suite(.serialized, .timeLimit(.minutes(4))) struct RadioHealingTests {
    private func settings(faults: String = "") -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 5, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2}, "faults": [\(faults)],
             "devices": [{"address": "F0:0D:00:00:00:01", "measurements": [{"atSeconds": 1, "everySeconds": 3, "count": 60}]}]}
            """
        return settings
    }

    /// Follows the adapter's state while the body runs, which is asked whether a state was told.
    private func following(
        _ line: RunningLine,
        _ body: (@Sendable (@Sendable (AdapterState) -> Bool) -> Bool) async throws -> Void
    ) async throws {
        let states = Mutex<[AdapterState]>([])
        let subscription = try await line.connection.client.subscribe(
            to: [ScannerTopics.adapterState.descriptor],
            hub: LineSetup.hub
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await message in subscription {
                    guard let state = try? Envelope<AdapterState>.decode(message.payload).data else { continue }
                    states.withLock { $0.append(state) }
                }
            }
            try await body { wanted in states.withLock { $0.contains(where: wanted) } }
            subscription.cancel()
            group.cancelAll()
        }
    }

    private func waitForMore(_ line: RunningLine) async throws {
        let before = try await line.summary().accepted
        try await line.waitForAccepted(before + 1)
        #expect(try await line.summary().duplicates == 0)
    }

    @Test(arguments: [
        (#"{"kind": "daemonRestart", "atSeconds": 4, "seconds": 4, "everySeconds": 20, "count": 5}"#, "serviceAway"),
        (#"{"kind": "adapterRemoved", "atSeconds": 4, "seconds": 4, "everySeconds": 20, "count": 5}"#, "noAdapter"),
        (
            #"{"kind": "adapterRemoved", "atSeconds": 4, "seconds": 4, "everySeconds": 20, "count": 5, "adapter": "hci1"}"#,
            "noAdapter"
        ),
    ])
    func whatIsAwayIsNamedAndReadingGoesOnWhenItIsBack(fault: String, cause: String) async throws {
        try await RunningLine.with(settings(faults: fault)) { line in
            try await following(line) { wasTold in
                try await line.wait("the cause \(cause)") { wasTold { $0.cause == cause && $0.problem != nil } }
                try await line.wait("the end of it") { wasTold { $0.cause == nil && $0.lastCause == cause } }
                try await waitForMore(line)
            }
        }
    }

    @Test func aServiceThatHangsIsToldFromOneThatIsAway() async throws {
        try await RunningLine.with(settings()) { line in
            try await following(line) { wasTold in
                try await line.waitForAccepted(1)
                await line.haltDevices()
                try await line.wait("the cause serviceHung") { wasTold { $0.cause == "serviceHung" } }
                await line.resumeDevices()
                try await line.wait("the end of it") { wasTold { $0.cause == nil && $0.lastCause == "serviceHung" } }
                try await waitForMore(line)
            }
        }
    }

    @Test func linksThatAreNotMadeCostOneDeviceSomeSecondsOnly() async throws {
        let fault = #"{"kind": "connectAbortByLocal", "device": "F0:0D:00:00:00:01", "count": 5}"#
        try await RunningLine.with(settings(faults: fault)) { line in try await waitForMore(line) }
    }
}

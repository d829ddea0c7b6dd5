import HubRunner
import Processes
import SimulatedHub
import Testing

/// Uploaders start and stop while records flow; counted at the server.
@Suite(.serialized) struct UploaderScalingTests {
    private static let records = 60

    /// Starts an additional one of the uploaders that the broker knows.
    private func start(_ number: Int, _ line: RunningLine) async throws -> ChildProcess {
        let spec = line.plan.child(try line.plan.uploader(number))
        return try await ChildProcess.start(
            spec.command()
        )
    }

    @Test func uploadersStartAndStopInMidLoadAndNothingIsLostOrDoubled() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.faults = #"[{"kind":"latency","milliseconds":60}]"#
        settings.configuration["uploader"] = ["concurrency": "2"]
        try await RunningLine.with(settings) { line in
            try await line.submit(1...Self.records)
            try await line.waitForAccepted(3)
            let second = try await start(2, line)
            let third = try await start(3, line)
            try await line.waitForAccepted(20)
            // SIGTERM, as when an operator stops it: its records are finished or returned at once.
            await second.stop()
            #expect(await second.waitUntilExit() == .code(0))
            let fourth = try await start(4, line)
            try await line.waitForAccepted(40)
            await third.stop()
            #expect(await third.waitUntilExit() == .code(0))
            try await line.wait("all told records") { try await line.toldSubmitted().count >= Self.records }
            await fourth.stop()
            let summary = try await line.summary()
            #expect(summary.accepted == Self.records)
            #expect(summary.duplicates == 0)
            #expect(Set(try await line.toldSubmitted()) == Set(try await line.cloud.accepted().map(\.logID)))
            #expect(try await line.queued().isEmpty)
        }
    }

    @Test func anUploaderWithoutADestinationHoldsNobodyUp() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        try await RunningLine.with(settings) { line in
            var blind = line.plan
            blind.informURL = nil
            let spec = blind.child(try blind.uploader(2))
            let child = try await ChildProcess.start(
                spec.command()
            )
            try await line.submit(1...20)
            try await line.wait("all told records") { try await line.toldSubmitted().count >= 20 }
            #expect(try await line.summary().accepted == 20)
            await child.stop()
        }
    }
}

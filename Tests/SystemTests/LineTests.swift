import SimulatedHub
import Testing

/// Readings go from the radio's bus to the server once, whatever is killed on the way.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LineTests {
    @Test func whatIsMeasuredIsAtTheServerOnce() async throws {
        try await RunningLine.with { line in
            try await check(line, readings: 4)
            #expect(await line.tally.failed.isEmpty)
        }
    }

    @Test(arguments: ["device-reader", "session-manager", "uploader-u1", "broker"])
    func aKilledProcessLosesAndDoublesNothing(child: String) async throws {
        var settings = RunningLine.Settings()
        settings.readings = 3
        try await RunningLine.with(settings) { line in
            // The first is through, the others are anywhere between device and server. The reader is killed between two
            // links: within one, what the daemon has confirmed to the device and not yet told is beyond anybody's reach.
            try await child == "device-reader" ? line.waitForLinks(1) : line.waitForAccepted(1)
            try await line.kill(child)
            // What a broker held for a subscriber dies with it; `notificationsSince` is what fills that gap.
            try await check(line, readings: 6, told: child != "broker")
        }
    }

    @Test(arguments: [("upsert", "upsert"), ("conflict", "refuses"), ("blind-lookup", "lookup")])
    func anUploaderKilledAfterTheServerAcceptedDoublesNothing(repeats: String, policy: String) async throws {
        var settings = RunningLine.Settings()
        settings.repeats = repeats
        settings.policy = policy
        settings.faults = #"[{"kind":"stallAfter","method":"POST","count":1,"milliseconds":2500}]"#
        try await RunningLine.with(settings) { line in
            // Accepted, but the answer is not sent yet.
            try await line.waitForAccepted(1)
            try await line.kill("uploader-u1")
            try await check(line, readings: 4)
        }
    }

    @Test func aResetAfterAcceptanceDoublesNothing() async throws {
        var settings = RunningLine.Settings()
        settings.repeats = "blind-lookup"
        settings.policy = "lookup"
        settings.faults = #"[{"kind":"resetAfter","method":"POST","count":2,"skip":1}]"#
        try await RunningLine.with(settings) { try await check($0, readings: 4) }
    }

    private func check(_ line: RunningLine, readings: Int, told: Bool = true) async throws {
        try await line.waitForEnd(told: told)
        let summary = try await line.summary()
        #expect(summary.accepted == readings)
        #expect(summary.duplicates == 0)
        #expect(await line.truth.measured.count == readings)
        #expect(await line.lost == 0)
        if told { #expect(await line.tally.submitted.count == readings) }
    }
}

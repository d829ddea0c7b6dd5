import SimulatedHub
import Testing
import VitalRecords

/// The values of a record on the whole line.
@Suite(.serialized) struct RecordLineTests {
    @Test func aBetterDecoderIsAnUpdateAndNoSecondRecord() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        try await RunningLine.with(settings) { line in
            let first = try RunningLine.reading(1)
            #expect(try await line.submit([first]) == ["accepted"])
            try await line.waitForAccepted(1)
            try await line.wait("the first revision's end") { try await line.toldSubmitted().count == 1 }
            var better = first
            better.revision = 2
            better.measurements[0] = Measurement(metric: .systolic, value: 141, unit: "mm[Hg]")
            #expect(try await line.submit([better]) == ["accepted"])
            try await line.wait("the second revision's end") { try await line.toldSubmitted().count == 2 }
            let summary = try await line.summary()
            #expect(summary.accepted == 1)
            #expect(summary.duplicates == 0)
            #expect(Set(try await line.toldSubmitted()).count == 1)
            let last = try #require(try await line.told("recordSubmitted").last)
            #expect(last.data.contains(#""value":141"#))
            // An absent hub submits the old revision again: nothing is changed back.
            #expect(try await line.submit([first]) == ["repeat"])
            #expect(try await line.queued().isEmpty)
        }
    }

    /// The first answer is lost, the record is changed, and the list fails when the change is refused as a second
    /// record.
    @Test func aChangeIsMadeAlthoughTheListFailedForAMoment() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        (settings.repeats, settings.policy) = ("conflict", "refuses")
        settings.faults = #"[{"kind":"stallAfter","method":"POST","count":1,"milliseconds":6000}]"#
        try await RunningLine.with(settings) { line in
            let reading = try RunningLine.reading(1)
            #expect(try await line.submit([reading]) == ["accepted"])
            try await line.waitForAccepted(1)
            let logID = LogID.derive(
                sessionUser: LineSetup.person.user,
                organization: LineSetup.organization,
                readingKey: reading.readingKey
            )
            try await line.cloud.setFaults(#"[{"kind":"status","status":503,"method":"GET","count":3}]"#)
            try await line.records.update(logID.rawValue, revision: 1, systolic: 151)
            try await line.wait("the change's end") {
                try await line.told("recordSubmitted").contains { $0.data.contains(#""value":151"#) }
            }
            #expect(try await line.told("submissionFailed").isEmpty)
            let summary = try await line.summary()
            #expect(summary.accepted == 1 && summary.duplicates == 0)
        }
    }
}

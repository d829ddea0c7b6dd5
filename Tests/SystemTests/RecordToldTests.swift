import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// The events and answers for waiting readings, refused or changed records, and images.
@Suite(.serialized) struct RecordToldTests {
    private static let address = "F0:0D:00:00:00:09"
    private static let topics = [
        SessionEvents.readingHeld.descriptor, SessionEvents.recordSubmitted.descriptor,
        SessionEvents.submissionFailed.descriptor,
        SessionEvents.imageSubmitted.descriptor, SessionEvents.imageSubmissionFailed.descriptor,
    ]

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.leaseSeconds = 15
        settings.requestTimeout = "8s"
        settings.configuration["uploader"] = [
            "destination.inform.paths.image": "/connect/provider/media", "concurrency": "1", "prefetch": "0",
        ]
        return settings
    }()

    private func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ line: RunningLine,
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body
    ) async throws -> Reply {
        try await line.connection.requests.call(
            operation,
            hub: BusAddress.siteHub,
            body: body,
            timeout: Patience.answer
        )
    }

    private func code(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "nothing"
        } catch {
            return (error as? BusError)?.code.rawValue ?? "\(error)"
        }
    }

    /// A reading of an assigned device.
    private func reading(_ line: RunningLine, _ number: Int, at time: Date = Date()) throws -> Reading {
        var reading = try RunningLine.reading(number)
        reading.device = try line.radio.device(Self.address)
        reading.source = RecordSource(kind: .bluetooth)
        reading.seat = nil
        reading.timestamp = time
        reading.timeQuality = .deviceClock
        return reading
    }

    private func logID(_ reading: Reading) -> LogID {
        LogID.derive(
            sessionUser: LineSetup.person.user,
            organization: LineSetup.organization,
            readingKey: reading.readingKey
        )
    }

    @Test func eachReasonToHoldIsToldAndListed() async throws {
        var settings = Self.settings
        // The only worker is busy until the test lets it go, so it may neither give up nor lose its record.
        (settings.leaseSeconds, settings.requestTimeout) = (600, "250s")
        try await RunningLine.with(settings) { line in
            try await EventWatch.with(line, Self.topics, hub: nil) { watch in
                let assign = AssignDevice(
                    device: try line.radio.device(Self.address),
                    seat: LineSetup.seat,
                    from: Date(timeIntervalSinceNow: -7_200)
                )
                #expect(try await call(line, SessionOperations.assignDevice, assign).until == nil)
                let early = try await hold(line, watch)
                try await change(line, watch, early)
                try await end(line, early)
            }
        }
    }

    /// - Returns: The reading that is older than the session.
    private func hold(_ line: RunningLine, _ watch: EventWatch) async throws -> Reading {
        let early = try reading(line, 1, at: Date(timeIntervalSinceNow: -3_600))
        let future = try reading(line, 2, at: Date(timeIntervalSinceNow: 3 * 86_400))
        var unknown = try reading(line, 3)
        unknown.timeQuality = .unknown
        var odd = try reading(line, 8)
        odd.measurements = [Measurement(metric: .pulse, value: 310, unit: "/min", origin: .device)]
        #expect(try await line.submit([early, future, unknown, odd]) == ["held", "held", "held", "held"])
        let listed = try await call(line, SessionOperations.heldReadings, PageRequest()).readings
        for (reading, reason) in [
            (early, "noSession"), (future, "invalid"), (unknown, "clockUnknown"), (odd, "implausible"),
        ] {
            let told = try await watch.first(SessionEvents.readingHeld) { $0.readingKey == reading.readingKey }
            #expect((told.reason.rawValue, told.device, told.hub) == (reason, reading.device, LineSetup.hub))
            #expect(listed.first { $0.reading.readingKey == reading.readingKey }?.reason.rawValue == reason)
        }
        try await holdAnother(line, watch, than: odd)
        return early
    }

    /// The cuff shows the same time, but measured after the first reading had arrived.
    private func holdAnother(_ line: RunningLine, _ watch: EventWatch, than first: Reading) async throws {
        var again = try reading(line, 8, at: first.receivedAt.addingTimeInterval(30))
        again.receivedAt = first.receivedAt.addingTimeInterval(60)
        again.isNumbered = false
        #expect(try await line.submit([again]) == ["held"])
        let told = try await watch.first(SessionEvents.readingHeld) { $0.reason == "possibleRepeat" }
        #expect(told.readingKey.isAgain && told.device == first.device)
        let listed = try await call(line, SessionOperations.heldReadings, PageRequest()).readings
        #expect(listed.contains { $0.reading.readingKey == told.readingKey && $0.reason == "possibleRepeat" })
    }

    /// A better decoder does not overwrite a person's correction.
    private func change(_ line: RunningLine, _ watch: EventWatch, _ early: Reading) async throws {
        let session = try await call(line, SessionOperations.session, SeatReference(seat: LineSetup.seat)).sessionID
        let right = Measurement(metric: .systolic, value: 141, unit: "mm[Hg]")
        let confirm = ConfirmReading(
            readingKey: early.readingKey,
            seat: LineSetup.seat,
            sessionID: session,
            measurements: [right]
        )
        #expect(try await call(line, SessionOperations.confirmReading, confirm).outcome == "accepted")
        var better = early
        better.revision = 2
        #expect(try await line.submit([better]) == ["held"])
        let told = try await watch.first(SessionEvents.readingHeld) { $0.reason == "changedByHand" }
        #expect(told.readingKey == early.readingKey)
        let listed = try await call(line, SessionOperations.heldReadings, PageRequest()).readings
        #expect(listed.contains { $0.reason == "changedByHand" && $0.reading.revision == 2 })
    }

    /// The effect of a session's end on records and readings.
    private func end(_ line: RunningLine, _ early: Reading) async throws {
        try await line.wait("the first record to be told") { try await line.toldSubmitted().count == 1 }
        // The only worker is busy with a record, so later ones wait.
        try await line.cloud.setFaults(#"[{"kind":"hold","method":"POST","count":1}]"#)
        #expect(try await line.submit([reading(line, 7)]) == ["accepted"])
        try await line.waitForAccepted(2)
        #expect(try await line.queued() == ["leased"])
        let (withdrawn, left) = (try reading(line, 4), try reading(line, 5))
        #expect(try await line.submit([withdrawn, left]) == ["accepted", "accepted"])
        let during = Date()
        let update = UpdateRecord(logID: logID(left), baseRevision: 1, measurements: left.measurements)
        #expect(try await call(line, SessionOperations.updateRecord, update).outcome == "accepted")
        #expect(try await call(line, SessionOperations.updateRecord, update).outcome == "repeat")
        let delete = DeleteRecord(logID: logID(withdrawn), baseRevision: 1)
        #expect(try await call(line, SessionOperations.deleteRecord, delete).outcome == "withdrawn")
        let ended = try await line.endSession()
        #expect(try await line.submit([reading(line, 6, at: during)]) == ["unsynced"])
        let again = UpdateRecord(logID: logID(left), baseRevision: 2, measurements: early.measurements)
        #expect(try await call(line, SessionOperations.updateRecord, again).outcome == "unsynced")
        let held = try await call(line, SessionOperations.heldReadings, PageRequest()).readings
        let unknown = try #require(held.first { $0.reason == "clockUnknown" })
        let confirm = ConfirmReading(readingKey: unknown.reading.readingKey, seat: LineSetup.seat, sessionID: ended.id)
        #expect(try await call(line, SessionOperations.confirmReading, confirm).outcome == "unsynced")
        let unassigned = try await call(
            line,
            SessionOperations.unassignDevice,
            UnassignDevice(device: try line.radio.device(Self.address))
        )
        #expect(unassigned.seat == LineSetup.seat && unassigned.until != nil)
        try await line.cloud.setFaults("[]")
    }

    @Test func whatTheServerRefusesIsToldAndListed() async throws {
        var settings = Self.settings
        settings.faults = #"[{"kind":"status","status":422,"method":"POST","path":"/media","count":1}]"#
        try await RunningLine.with(settings) { line in
            try await EventWatch.with(line, Self.topics, hub: nil) { watch in
                try await image(line, watch)
                try await refuse(line, watch)
                try await ask(line)
                try await defect(line)
            }
        }
    }

    /// One record's refused image, and one that is accepted.
    private func image(_ line: RunningLine, _ watch: EventWatch) async throws {
        let first = try RunningLine.reading(1)
        #expect(try await line.submit([first]) == ["accepted"])
        try await line.waitForAccepted(1)
        let record = logID(first).rawValue
        let refused = try await line.images.put(SampleImages.plainPNG(), of: record)
        let failed = try await watch.first(SessionEvents.imageSubmissionFailed)
        #expect((failed.logID.rawValue, failed.media.imageID.rawValue) == (record, refused))
        #expect((failed.media.contentType, failed.error.code) == ("image/png", "http422"))
        let taken = try await line.images.put(SampleImages.plainJPEG(), of: record)
        let told = try await watch.first(SessionEvents.imageSubmitted)
        #expect((told.logID.rawValue, told.media.imageID.rawValue) == (record, taken))
        #expect(told.media.contentType == "image/jpeg" && told.media.mediaID?.isEmpty == false)
        #expect(try await line.images.announce(SampleImages.plainJPEG(), of: record).state == "submitted")
        try await line.images.put(SampleImages.plainPNG(), of: record)
        let png = try await watch.first(SessionEvents.imageSubmitted) { $0.media.contentType == "image/png" }
        #expect(png.media.sha256.count == 64)
    }

    private func refuse(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.cloud.setFaults(#"[{"kind":"status","status":422,"method":"POST","count":1}]"#)
        let second = try RunningLine.reading(2)
        #expect(try await line.submit([second]) == ["accepted"])
        let told = try await watch.first(SessionEvents.submissionFailed)
        #expect((told.record.logID, told.error.code, told.operation) == (logID(second), "http422", "create"))
        #expect((told.seat, told.error.retriable) == (LineSetup.seat, false))
        let listed = try await call(line, SessionOperations.rejectedRecords, PageRequest()).records
        #expect(listed.map(\.record.logID) == [logID(second)])
        #expect(listed.map(\.state) == ["rejected"] && listed.first?.error?.code == "http422")
        // The cause has been removed.
        let retry = RetryRecords(logID: logID(second))
        #expect(try await call(line, SessionOperations.retryRecords, retry) == RecordsRetried(retried: 1, ended: 0))
        _ = try await watch.first(SessionEvents.recordSubmitted) { $0.record.logID == logID(second) }
        #expect(await code { _ = try await call(line, SessionOperations.retryRecords, retry) } == "notFound")
    }

    /// Requests that only need an answer.
    private func ask(_ line: RunningLine) async throws {
        let sets = [
            "routine", "diabetes", "weight", "fitness", "sleep", "basicNutrition", "reproductiveHealth", "biometrics",
        ]
        for set in sets {
            let types = try await call(
                line,
                SessionOperations.sampleTypes,
                SampleTypesRequest(set: .init(rawValue: set))
            )
            #expect(types.set.rawValue == set && !types.sampleTypes.isEmpty)
            #expect(types.sampleTypes.allSatisfy { $0.hasPrefix("HK") }, "\(types.sampleTypes)")
        }
        #expect(
            await code { _ = try await call(line, SessionOperations.sampleTypes, SampleTypesRequest(set: "nothing")) }
                == "invalidArgument"
        )
        let closed = PageRequest(page: 2, snapshot: "closed-long-ago")
        #expect(await code { _ = try await call(line, SessionOperations.queuedRecords, closed) } == "snapshotExpired")
    }

    /// A broken disk made a row unreadable: the answer calls it the server's fault, and the rest still works.
    private func defect(_ line: RunningLine) async throws {
        var waiting = try RunningLine.reading(3)
        waiting.awaitsConfirmation = true
        #expect(try await line.submit([waiting]) == ["held"])
        let path = "\(line.plan.layout.state)/site.session-manager.main/session-manager.sqlite"
        try DatabaseDamage.make(path, "UPDATE held SET reading = x'00'")
        let confirm = ConfirmReading(readingKey: waiting.readingKey, seat: LineSetup.seat)
        #expect(await code { _ = try await call(line, SessionOperations.confirmReading, confirm) } == "internalError")
        let discard = DiscardReading(readingKey: waiting.readingKey)
        #expect(try await call(line, SessionOperations.discardReading, discard).outcome == "discarded")
    }
}

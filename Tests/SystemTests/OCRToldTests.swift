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

/// The events for pictures and streams without a reading, each with its reason.
@Suite(.serialized) struct OCRToldTests {
    private static let topics = [
        OCRTopics.ocrDidCancel.descriptor, OCRTopics.ocrCameraUnavailable.descriptor,
        OCRTopics.ocrDidProcessResult.descriptor,
    ]

    /// A complete file by its parts, but not a valid picture.
    private static let broken =
        SampleImages.plainPNG(side: 200).prefix(33) + SampleImages.chunk("IDAT", content: [1, 2, 3, 4])
        + SampleImages.chunk("IEND", content: [])

    private static func settings(_ cameras: String = "") -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.ocrWorkers = 1
        guard !cameras.isEmpty else { return settings }
        let paths = ["closed": "status?code=401", "taken": "status?code=503", "short": "plain", "endless": "endless"]
        settings.configuration["ocr-worker", default: [:]]["cameras"] =
            paths.map { "\($0.key)=\(cameras)/\($0.value)" }.joined(separator: ",")
        return settings
    }

    private func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ line: RunningLine,
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body
    ) async throws -> Reply {
        try await LineSetup.patiently {
            try await line.connection.requests.call(operation, hub: LineSetup.hub, body: body, timeout: Patience.answer)
        }
    }

    private func start(_ line: RunningLine, _ camera: String, seconds: Int = 60) async throws -> String {
        let body = StartReading(
            source: camera,
            wish: DisplayWish(type: "bloodPressure"),
            seat: LineSetup.seat,
            seconds: seconds
        )
        return try await call(line, OCRTopics.startReading, body).jobID
    }

    @Test func whateverEndsAStreamIsToldByItsReason() async throws {
        try await CameraServer.with { base in
            try await RunningLine.with(Self.settings(base)) { line in
                try await EventWatch.with(line, Self.topics) { watch in
                    for (camera, reason) in [("closed", "denied"), ("taken", "busy")] {
                        let id = try await start(line, camera)
                        let told = try await watch.first(OCRTopics.ocrCameraUnavailable) { $0.jobID == id }
                        #expect((told.source, told.reason.rawValue, told.seat) == (camera, reason, LineSetup.seat))
                    }
                    try await expectEnd(line, watch, try await start(line, "short"), "ended")
                    try await expectEnd(line, watch, try await start(line, "endless", seconds: 1), "timedOut")
                    let id = try await start(line, "endless")
                    #expect(try await call(line, OCRTopics.cancel, CancelOCR(jobID: id)).jobs == [id])
                    try await expectEnd(line, watch, id, "requested")
                    try await refuseAFolder(line)
                    let last = try await start(line, "endless")
                    try await line.end("ocr-worker-o1")
                    try await expectEnd(line, watch, last, "draining")
                }
            }
        }
    }

    private func expectEnd(_ line: RunningLine, _ watch: EventWatch, _ id: String, _ reason: String) async throws {
        let told = try await watch.first(OCRTopics.ocrDidCancel) { $0.jobID == id }
        #expect((told.reason.rawValue, told.seat, told.hub) == (reason, LineSetup.seat, LineSetup.hub))
    }

    private func refuseAFolder(_ line: RunningLine) async throws {
        let body = StartReading(source: "folder", path: "/etc")
        let error = await #expect(throws: BusError.self) { _ = try await call(line, OCRTopics.startReading, body) }
        #expect(error?.code == .notAuthorized)
    }

    @Test func aPictureWithoutAReadingAndOneThatNobodyWantsAreTold() async throws {
        try await RunningLine.with(Self.settings()) { line in
            try await EventWatch.with(line, Self.topics) { watch in
                let desk = DisplayDesk(line.connection)
                let blank = try await desk.hand(SampleImages.plainPNG(side: 200))
                let last = try await cancelTheLast(line, desk, picture: blank)
                try await expectEnd(line, watch, last, "requested")
                #expect(try await desk.recognize(blank, id: last).state == "cancelled")
                try await expectEnd(line, watch, "first-1", "refused")
                let seen = try await watch.first(OCRTopics.ocrDidProcessResult) { $0.jobID == "first-1" }
                #expect(seen.result.refused != nil && seen.result.fields.isEmpty)
                let codes = try await call(line, OCRTopics.scanCode, ScanCode(sha256: blank)).codes
                #expect(codes.isEmpty)
                try await catalogue(line)
                try await push(line)
                let broken = try await desk.hand(Array(Self.broken))
                _ = try await desk.recognize(broken, id: "broken")
                try await expectEnd(line, watch, "broken", "failed")
                let job = try await desk.recognize(broken, id: "broken")
                #expect(job.state == "failed" && job.error?.message.isEmpty == false)
            }
        }
    }

    /// Asks for a picture three times and cancels the last job, which waits for the others; returns its id.
    private func cancelTheLast(_ line: RunningLine, _ desk: DisplayDesk, picture: String) async throws -> String {
        // On a machine that stalled for a moment, all three may already have ended.
        for more in 1...5 {
            let last = "last-\(more)"
            for id in ["first-\(more)", "second-\(more)", last] { _ = try await desk.recognize(picture, id: id) }
            let cancelled = try await call(line, OCRTopics.cancel, CancelOCR(jobID: last)).jobs
            if cancelled == [last] { return last }
            #expect(cancelled.isEmpty)
        }
        throw NeverHappened(what: "a job that waits for others")
    }

    /// A few drawn photos of each kind of problem: other tests check each photo's word, this one checks that every word
    /// occurs.
    @Test func eachKindOfTroubleHasItsWord() async throws {
        var settings = Self.settings()
        settings.ocrWorkers = 2
        try await RunningLine.with(settings) { line in
            let desk = DisplayDesk(line.connection)
            var jobs: [(id: String, name: String)] = []
            for kind in DisplayPhoto.refusals {
                for seed in UInt64(1)...(kind == "error" ? 9 : 3) {
                    let photo = try DisplayPhoto(without: kind, seed: seed)
                    jobs.append((id: "\(kind.lowercased())-\(seed)", name: try await desk.hand(photo.jpeg)))
                }
            }
            jobs.append((id: "glare", name: try await desk.hand(DisplayPhoto.underGlare())))
            jobs.append((id: "small", name: try await desk.hand(SampleImages.plainJPEG())))
            // Each worker already has a photo when these arrive, so that the second worker gets some of them.
            let broken = try await desk.hand(Array(Self.broken))
            jobs.insert(contentsOf: (1...4).map { (id: "broken-\($0)", name: broken) }, at: 2)
            for job in jobs { _ = try await desk.recognize(job.name, id: job.id) }
            var words: [String: String] = [:]
            for job in jobs {
                try await line.wait("\(job.id) is read") {
                    try await desk.recognize(job.name, id: job.id).state != "waiting"
                }
                words[job.id] = try await desk.recognize(job.name, id: job.id).result?.refused?.rawValue
            }
            let expected: Set = [
                "displayOff", "errorCode", "blurred", "tooDark", "implausible", "noDisplay", "severalDisplays", "clock",
                "memory", "tooSmall", "unreadable", "outOfRange", "glare", "notThisField",
            ]
            #expect(Set(words.values).isSuperset(of: expected), "\(words)")
        }
    }

    /// A reading that is not accepted gives its reason in the job's answer, in the event, and in the list of held
    /// readings.
    @Test func aReadingThatWantsALookSaysWhyEverywhere() async throws {
        var settings = Self.settings()
        settings.ocrWorkers = 1
        try await RunningLine.with(settings) { line in
            let topics =
                Self.topics + [OCRTopics.ocrDidCompleteReading.descriptor, SessionEvents.readingHeld.descriptor]
            try await EventWatch.with(line, topics) { watch in
                let desk = DisplayDesk(line.connection)
                var reasons: [ReadingKey: [ReadingDoubt]] = [:]
                for seed in UInt64(1)...12 {
                    let name = try await desk.hand(DisplayPhoto(seed: seed, isHard: seed > 2).jpeg)
                    _ = try await desk.recognize(name, id: "hard-\(seed)")
                    try await line.wait("\(seed) is read") {
                        try await desk.recognize(name, id: "hard-\(seed)").state != "waiting"
                    }
                    let job = try await desk.recognize(name, id: "hard-\(seed)")
                    guard let result = job.result, result.refused == nil else { continue }
                    #expect(result.accepted == (result.reasons == nil), "\(result)")
                    reasons[job.readingKey] = result.reasons ?? []
                }
                #expect(reasons.values.contains([]) && reasons.values.contains { $0.contains(.unsure) }, "\(reasons)")
                for (key, words) in reasons {
                    let told = try await watch.first(OCRTopics.ocrDidCompleteReading) { $0.record.readingKey == key }
                    let held = try await watch.first(SessionEvents.readingHeld) { $0.readingKey == key }
                    let source = told.record.source.recognition
                    for list in [told.metadata.reasons, held.reasons, source?.reasons] { #expect(list ?? [] == words) }
                    #expect(held.accepted == words.isEmpty && source?.accepted == words.isEmpty)
                }
                let wanted = Set(reasons.keys)
                try await line.wait("all are held") { try await wanted.isSubset(of: desk.held().keys) }
                let listed = try await desk.held()
                for (key, words) in reasons {
                    #expect(listed[key]?.reading.source.recognition?.reasons ?? [] == words)
                }
            }
        }
    }

    /// A frame from the caller's own camera is answered with its content.
    private func push(_ line: RunningLine) async throws {
        let body = StartReading(source: "pushed", wish: DisplayWish(type: "bloodPressure"), seat: LineSetup.seat)
        let job = try await call(line, OCRTopics.startReading, body)
        let data = Data(SampleImages.plainJPEG()).base64EncodedString()
        let frame = PushFrame(jobID: job.jobID, frame: 1, part: 0, parts: 1, data: data)
        let pushed = try await call(line, OCRTopics.pushFrame, frame)
        #expect(pushed.seen?.refused != nil && pushed.aim?.hints.isEmpty == false && !pushed.ended)
        #expect(try await call(line, OCRTopics.cancel, CancelOCR(jobID: job.jobID)).jobs == [job.jobID])
    }

    private func catalogue(_ line: RunningLine) async throws {
        let request = OCRPeripheralsRequest(type: "bloodPressure")
        let found = try await call(line, OCRTopics.ocrPeripherals, request).peripherals
        #expect(!found.isEmpty && found.allSatisfy { $0.type == "bloodPressure" && $0.fields.contains("sys") })
        let first = try #require(found.first).peripheralID
        let body = OverlayRequest(peripheralID: first, width: 640, height: 480)
        let overlay = try await call(line, OCRTopics.overlay, body)
        #expect(overlay.peripheralID == first && overlay.svg.contains("<svg"))
        #expect(overlay.frame.width > 0 && overlay.frame.x + overlay.frame.width <= 640)
    }
}

import BusContract
import ContractLiterals
import Foundation
import HubRunner
import ImageCleaning
import MessageBus
import Processes
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// Images from the command line and the intake to the server, whatever is killed in between.
@Suite(.serialized) struct ImageLineTests {
    private static let word = "N48-12-30-GEHEIM"

    private static func settings(withPath: Bool = true) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        if withPath {
            settings.configuration["uploader"] = ["destination.inform.paths.image": "/connect/provider/media"]
        }
        settings.configuration["session-manager"] = ["health.interval": "1s"]
        return settings
    }

    @Test func anImageFollowsItsRecordWithoutItsMetadata() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let file = "\(line.folder.path)/photo.jpg"
            try Data(SampleImages.jpeg(hiding: Self.word)).write(to: URL(filePath: file))
            let run = try await ProgramRun(
                "vitalbus",
                [
                    "record", "add", "--state", line.folder.state, "--seat", LineSetup.seat, "--type", "weight",
                    "--image", file, "body_weight=80kg",
                ]
            )
            #expect(run.exit == .code(0), "\(run.text)")
            try await line.wait("the image") { try await line.summary().images == 1 }
            try await check(line, records: 1, images: 1)
            let clean = try CleanImage(cleaning: SampleImages.jpeg(hiding: Self.word))
            #expect(try line.images.imagesAtServer().images.map(\.value) == [clean.bytes])
            try await line.wait("no file left") { try line.imageFiles().isEmpty }
        }
    }

    @Test func aSessionManagerKilledInTheMiddleOfAnImageLosesNothing() async throws {
        try await RunningLine.with(Self.settings()) { line in
            #expect(try await line.submit(1...1) == ["accepted"])
            let record = try await line.record(0)
            // Three parts of a phone's photograph; the hidden words are in the middle one.
            let source = SampleImages.jpeg(hiding: Self.word) + [UInt8](repeating: 1, count: 100_000)
            #expect(try await line.images.announce(source, of: record).missing == [0, 1, 2])
            #expect(try await line.images.hand(0, of: source, record: record).missing == [1, 2])
            try await line.kill("session-manager")
            let id = try await line.images.put(source, of: record)
            // A repeated upload gives the same image id.
            try await line.kill("session-manager")
            #expect(try await line.images.put(source, of: record) == id)
            try await line.wait("the image") { try await line.summary().images == 1 }
            try await check(line, records: 1, images: 1)
            try await line.wait("no file left") { try line.imageFiles().isEmpty }
        }
    }

    @Test(arguments: [("upsert", 0), ("blind", 1)])
    func anUploaderKilledAfterTheServerTookAnImageTellsItOnce(repeats: String, duplicates: Int) async throws {
        var settings = Self.settings()
        settings.repeats = repeats
        (settings.leaseSeconds, settings.requestTimeout) = (12, "8s")
        settings.faults = #"[{"kind":"hold","method":"POST","path":"/media","count":1}]"#
        try await RunningLine.with(settings) { line in
            #expect(try await line.submit(1...1) == ["accepted"])
            let record = try await line.record(0)
            try await line.images.put(SampleImages.png(hiding: Self.word), of: record)
            // The server has accepted it, but does not answer yet.
            try await line.wait("the image") { try await line.summary().images == 1 }
            try await line.kill("uploader-u1")
            try await line.cloud.setFaults("[]")
            try await check(line, records: 1, images: 1, duplicates: duplicates)
            try await line.wait("no file left") { try line.imageFiles().isEmpty }
        }
    }

    @Test func withoutAPathImagesWaitAndRecordsDoNot() async throws {
        try await RunningLine.with(Self.settings(withPath: false)) { line in
            #expect(try await line.submit(1...1) == ["accepted"])
            let record = try await line.record(0)
            try await line.images.put(SampleImages.plainPNG(), of: record)
            try await line.waitForAccepted(1)
            try await line.states.waitForHealth("session-manager", what: "the missing key in its health") { health in
                health.problems.contains {
                    $0.code == "imagePathNotConfigured" && $0.message.contains("destination.inform.paths.image")
                }
            }
            #expect(try await line.submit(2...3) == ["accepted", "accepted"])
            try await line.waitForAccepted(3)
            #expect(try await line.summary().images == 0)
            // The retained state follows a moment later.
            try await line.wait("the image in the queue's state") { try await line.states.queueState().images == 1 }
            #expect(try line.imageFiles().count == 1, "it is kept")
        }
    }

    @Test func aRefusedImageIsToldAndItsRecordStays() async throws {
        var settings = Self.settings()
        settings.faults = #"[{"kind":"status","status":422,"method":"POST","path":"/media","count":1}]"#
        try await RunningLine.with(settings) { line in
            #expect(try await line.submit(1...1) == ["accepted"])
            let record = try await line.record(0)
            let id = try await line.images.put(SampleImages.plainPNG(), of: record)
            try await line.wait("the refusal") { try await line.told("imageSubmissionFailed").count == 1 }
            #expect(try await line.told("imageSubmissionFailed").first?.data.contains("http422") == true)
            #expect(try await line.summary().accepted == 1)
            // After a person uploads it again, it is sent again.
            #expect(try await line.images.put(SampleImages.plainPNG(), of: record) == id)
            try await check(line, records: 1, images: 1)
        }
    }

    private func check(_ line: RunningLine, records: Int, images: Int, duplicates: Int = 0) async throws {
        try await line.wait("the images' notifications") { try await line.told("imageSubmitted").count >= images }
        #expect(try await line.told("imageSubmitted").count == images, "once each")
        let told = try WireJSON.decode(
            ImageSubmitted.self,
            from: Array((try await line.told("imageSubmitted").first?.data ?? "").utf8)
        )
        #expect(told.media.mediaID?.isEmpty == false && told.media.url?.contains("media.invalid") == true)
        let summary = try await line.summary()
        #expect(summary.accepted == records && summary.duplicates == 0)
        #expect(summary.images == images && summary.imageDuplicates == duplicates)
        let (kept, journal) = try line.images.imagesAtServer()
        #expect(!journal.contains(Self.word))
        #expect(!kept.isEmpty && kept.values.allSatisfy { $0.firstRange(of: Array(Self.word.utf8)) == nil })
    }
}

extension RunningLine {
    /// The log id of this run's submitted record at an index.
    fileprivate nonisolated func record(_ index: Int) async throws -> String {
        try await wait("a submitted record") { try await self.toldSubmitted().count > index }
        return try await toldSubmitted()[index]
    }

    /// The image files in the session manager's folder.
    nonisolated func imageFiles() throws -> [String] {
        let state = plan.layout.state
        let places = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
        return places.filter { $0.contains("session-manager") && $0.contains("/images/") }
    }
}

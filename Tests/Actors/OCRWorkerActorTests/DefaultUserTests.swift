import BusContract
import ContractLiterals
import Foundation
import JobStore
import MessageBus
import OCRTools
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// A display of the default user is read and announced, and nothing is stored.
@Suite struct DefaultUserTests {
    private static let began = Date(timeIntervalSince1970: 1_700_000_000)
    private let camera = ["cameras": "cam=/dev/video7", "share-values": "true"]

    /// Publishes a seat's session as the session manager does, and waits until the worker knows it.
    private func begin(_ seat: String, _ site: WorkerSite, _ actor: OCRWorkerActor) async throws {
        let manager = WorkerSite.client(site.broker, try WorkerSite.address("session-manager", "main", hub: "site"))
        let state = SessionState(
            seat: seat,
            active: true,
            sessionID: "s-1",
            startedAt: Self.began,
            validated: nil,
            defaultUser: true
        )
        _ = try await manager.publish(SessionEvents.sessionState, values: ["seat": seat], data: state)
        try await eventually("the worker knows") { actor.defaultUsers.isAt(seat, at: Date()) }
    }

    @Test func aPhotoIsReadToldAndKeptNowhere() async throws {
        let site = try WorkerSite()
        try await site.running(flags: camera) { actor in
            try await begin("bed-b", site, actor)
            let name = try await site.hand(SampleImages.plainPNG())
            let job = try await site.end(of: "job-b", RecognizePicture(sha256: name, seat: "bed-b"))
            #expect(job.state == "done" && job.result?.text == "128\n83")
            #expect(job.disposition == .notStored && job.held == false && job.result?.crop == nil)
            let other = try await site.end(of: "job-a", RecognizePicture(sha256: name, seat: "bed-a"))
            #expect(other.disposition == .held && other.held == true)
            try await eventually("both are told") { site.told(OCRTopics.ocrDidCompleteReading).count == 2 }
            let told = site.told(OCRTopics.ocrDidCompleteReading)
            #expect(told.first { $0.seat == "bed-b" }?.disposition == .notStored)
            #expect(
                told.first { $0.seat == "bed-b" }?.record.measurements.map(\.value) == [128],
                "it is there to be shown"
            )
            #expect(told.first { $0.seat == "bed-a" }?.disposition == .held)
            try await eventually("the other's is held") { !site.keeper.readings.isEmpty }
            #expect(site.keeper.readings.map(\.readingKey) == [other.readingKey])
            #expect(site.keeper.taken.count == 2, "one picture and its reading")
        }
    }

    @Test func whatWasSeenBeforeTheDefaultUserCameIsSomebodysAndIsHeld() async throws {
        let site = try WorkerSite()
        try await site.running(flags: camera) { actor in
            try await begin("bed-b", site, actor)
            let name = try await site.hand(SampleImages.plainPNG())
            let before = RecognizePicture(sha256: name, seat: "bed-b", takenAt: Self.began.addingTimeInterval(-60))
            #expect(try await site.end(of: "job-b", before).disposition == .held)
            try await eventually("it is held") { site.keeper.readings.count == 1 }
        }
    }

    @Test func framesThatAgreeAreToldAndKeptNowhere() async throws {
        let site = try WorkerSite()
        var engine = ScriptedEngine()
        let seen = ScriptedEngine.reading
        engine.frames = [SeenFrame(display: seen, completed: .init(display: seen, frames: 1, share: 1))]
        try await site.running(engine: engine, feeds: ScriptedFeeds(count: 1), flags: camera) { actor in
            try await begin("bed-b", site, actor)
            _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam", seat: "bed-b"), id: "stream-b")
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCompleteReading).isEmpty }
            let told = try #require(site.told(OCRTopics.ocrDidCompleteReading).first)
            #expect(
                told.disposition == .notStored && told.crop == nil && told.record.measurements.map(\.value) == [128]
            )
            let depth = try await actor.store.outbox.depth()
            #expect(depth.readings == 0 && site.keeper.taken.isEmpty)
        }
    }
}

import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import JobStore
import MessageBus
import OCRTools
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// Photos are read whatever happens to the process, and each gives one reading.
@Suite struct LaneTests {
    private func picture(_ number: Int) -> [UInt8] { SampleImages.jpeg(hiding: "picture \(number)") }

    /// Submits a photo that no lane begins.
    private func leave(_ site: WorkerSite, _ actor: OCRWorkerActor, id: String = "job-1") async throws -> OCRJob {
        await actor.drain()
        let name = try await site.hand(picture(1))
        return try await site.call(OCRTopics.recognize, RecognizePicture(sha256: name), id: id)
    }

    private var body: RecognizePicture { RecognizePicture(sha256: CleanImage.sha256(of: picture(1))) }

    @Test func twoLanesReadAtATime() async throws {
        let site = try WorkerSite()
        // Each lane waits until the other one has a picture too.
        let meeting = Meeting()
        let numbers = Numbers()
        let engine = ScriptedEngine(look: { _ in
            meeting.come(numbers.next())
            return ScriptedEngine.reading
        })
        try await site.running(engine: engine, flags: ["ocr.lanes": "2"]) { actor in
            let name = try await site.hand(picture(1))
            let ids = (1...12).map { "job-\($0)" }
            for id in ids { _ = try await site.call(OCRTopics.recognize, RecognizePicture(sha256: name), id: id) }
            var keys: Set<ReadingKey> = []
            for id in ids {
                let job = try await site.end(of: id, RecognizePicture(sha256: name))
                #expect(job.state == "done")
                keys.insert(job.readingKey)
            }
            try await eventually("all are held") { Set(site.keeper.readings.map(\.readingKey)) == keys }
            #expect(keys.count == 12)
            #expect(await actor.lanes.counters["read"] == 12)
        }
    }

    @Test func aPhotoIsMarkedBeforeItIsRead() async throws {
        let site = try WorkerSite()
        let meeting = Meeting()
        let engine = ScriptedEngine(look: { _ in
            meeting.come(1)
            return ScriptedEngine.reading
        })
        try await site.running(engine: engine) { actor in
            _ = try await site.hand(picture(1))
            _ = try await site.call(OCRTopics.recognize, body, id: "job-1")
            try await eventually("it is begun") { try await actor.photos.store.job("job-1")?.state == .reading }
            meeting.come(2)
            #expect(try await site.end(of: "job-1", body).state == "done")
        }
    }

    /// A process that repeatedly dies over a picture leaves a mark each time.
    @Test func aPhotoThatEndsTheProcessIsGivenUp() async throws {
        let site = try WorkerSite()
        try await site.running { actor in _ = try await leave(site, actor) }
        let jobs = try await site.jobs()
        let ends = StoredJob.strainLimit / StoredJob.endStrain
        for number in 1...ends {
            #expect(try await jobs.begin(at: Date())?.id == "job-1")
            if number < ends { #expect(try await jobs.takeUp(at: Date()) == 1) }
        }
        try await jobs.close()
        let engine = ScriptedEngine(look: { _ in
            Issue.record("it is read again")
            return ScriptedEngine.reading
        })
        try await site.running(engine: engine) { _ in
            let job = try await site.end(of: "job-1", body)
            #expect(job.state == "failed" && job.error?.code == "givenUp")
            try await eventually("it is told") { site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["failed"] }
        }
    }

    @Test func aWorkerThatStartsAgainForgetsNothing() async throws {
        let site = try WorkerSite()
        try await site.running { actor in
            let left = try await leave(site, actor)
            #expect(left.state == "waiting")
        }
        let jobs = try await site.jobs()
        #expect(try await jobs.begin(at: Date())?.id == "job-1", "the process ends while it reads")
        try await jobs.close()
        try await site.running { _ in
            #expect(try await site.end(of: "job-1", body).state == "done")
            try await eventually("it is held") { site.keeper.readings.count == 1 }
        }
    }

    @Test func aSessionManagerThatIsAwayLosesNothing() async throws {
        let site = try WorkerSite()
        site.keeper.setAway(true)
        try await site.running { _ in
            _ = try await site.hand(picture(1))
            #expect(try await site.end(of: "job-1", body).state == "done")
            #expect(site.keeper.taken.isEmpty)
        }
        site.keeper.setAway(false)
        try await site.running { _ in
            try await eventually("it is held") { site.keeper.readings.count == 1 }
            #expect(site.keeper.taken.count == 2, "its picture came with it")
        }
    }

    @Test func whatNobodyWantsAnyMoreIsNotRead() async throws {
        let site = try WorkerSite()
        try await site.running { actor in
            _ = try await leave(site, actor)
            #expect(try await site.call(OCRTopics.cancel, CancelOCR(jobID: "job-1")).jobs == ["job-1"])
            #expect(try await site.call(OCRTopics.recognize, body, id: "job-1").state == "cancelled")
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
            #expect(site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["requested"])
        }
    }

    @Test func whatIsCancelledWhileItIsReadGivesNoReading() async throws {
        let site = try WorkerSite()
        let meeting = Meeting()
        let engine = ScriptedEngine(look: { _ in
            meeting.come(1)
            return ScriptedEngine.reading
        })
        try await site.running(engine: engine) { actor in
            _ = try await site.hand(picture(1))
            _ = try await site.call(OCRTopics.recognize, body, id: "job-1")
            try await eventually("it is begun") { try await actor.photos.store.job("job-1")?.state == .reading }
            #expect(try await site.call(OCRTopics.cancel, CancelOCR(jobID: "job-1")).jobs == ["job-1"])
            meeting.come(2)
            try await eventually("the lane is free") { await actor.lanes.underWay.isEmpty == true }
            #expect(site.keeper.taken.isEmpty && site.told(OCRTopics.ocrDidCompleteReading).isEmpty)
        }
    }

    @Test func aPhotoWhoseFileIsDamagedFails() async throws {
        let site = try WorkerSite()
        try await site.running { actor in _ = try await leave(site, actor) }
        let pictures = site.folder.url.appending(path: "o1/pictures")
        for name in try FileManager.default.subpathsOfDirectory(atPath: pictures.path) {
            try Data("other".utf8).write(to: pictures.appending(path: name))
        }
        try await site.running { _ in
            let job = try await site.end(of: "job-1", body)
            #expect(job.state == "failed" && job.error?.code == "damaged")
        }
    }
}

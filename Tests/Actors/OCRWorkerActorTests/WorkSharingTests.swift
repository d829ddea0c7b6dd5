import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import JobStore
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// Jobs are done whatever becomes of workers and of the dispatcher, and each gives one reading.
@Suite struct WorkSharingTests {
    private func picture(_ number: Int) -> [UInt8] { SampleImages.jpeg(hiding: "picture \(number)") }

    @Test func twoWorkersShareTheWork() async throws {
        let site = try WorkerSite()
        // Neither reads on before the other has a picture, too.
        let meeting = Meeting()
        let engines = (1...2).map { number in
            ScriptedEngine(look: { _ in
                meeting.come(number)
                return ScriptedEngine.reading
            })
        }
        try await site.running(engine: engines[0]) { first in
            try await site.running("o2", engine: engines[1], isFirst: false) { second in
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
                let counts = [await first.worker.counters["read"] ?? 0, await second.worker.counters["read"] ?? 0]
                #expect(counts.reduce(0, +) == 12 && counts.allSatisfy { $0 > 0 }, "\(counts)")
            }
        }
    }

    /// What a worker gets of the queue that tells nothing afterwards.
    private func silentGrant(_ site: WorkerSite) async throws -> OCRGrant.Item? {
        let silent = WorkerSite.client(site.broker, try WorkerSite.address("ocr-worker", "o7", hub: "room-1"))
        let worker = ["worker": silent.address.client]
        let grants = try await silent.subscribe(to: [OCRWork.grant.descriptor], hub: "room-1", values: worker)
        let pull = WorkPull(worker: silent.address.client, free: 1, pullID: "pull-1")
        try await silent.publish(OCRWork.pull, hub: "room-1", data: pull)
        for await message in grants { return try Envelope<OCRGrant>.decode(message.payload).data.items.first }
        return nil
    }

    @Test func whatAWorkerDoesNotAnswerAnotherGets() async throws {
        let site = try WorkerSite()
        // The dispatcher's own worker asks elsewhere: only the silent one is there.
        try await site.running(flags: ["ocr.dispatcher-hub": "room-9"]) { _ in
            let body = RecognizePicture(sha256: try await site.hand(picture(1)))
            let job = try await site.call(OCRTopics.recognize, body, id: "job-1")
            let granted = try await silentGrant(site)
            #expect(granted?.readingKey == job.readingKey)
            site.time.pass(61)
            try await site.running("o2", isFirst: false) { _ in
                let done = try await site.end(of: "job-1", body)
                #expect(done.state == "done" && done.readingKey == job.readingKey)
            }
        }
    }

    @Test func aWorkerThatEndedOverAPictureTellsSoWhenItIsBack() async throws {
        let site = try WorkerSite()
        try await site.running(flags: ["ocr.dispatcher-hub": "room-9"]) { _ in
            let body = RecognizePicture(sha256: try await site.hand(picture(1)))
            _ = try await site.call(OCRTopics.recognize, body, id: "job-1")
            let granted = try #require(try await silentGrant(site))
            try await site.noting(BegunPicture(job: "job-1", fence: granted.fence), for: "o7")
            // No time passes: the lease would last for a minute.
            try await site.running("o7", isFirst: false) { _ in
                let done = try await site.end(of: "job-1", body)
                #expect(done.state == "done")
            }
            #expect(try await site.begun("o7").isEmpty, "what was confirmed is forgotten")
        }
    }

    @Test func aPictureIsNotedBeforeItIsReadAndForgottenWhenItIsTold() async throws {
        let site = try WorkerSite()
        let meeting = Meeting()
        let engine = ScriptedEngine(look: { _ in
            meeting.come(1)
            return ScriptedEngine.reading
        })
        try await site.running(engine: engine) { actor in
            let body = RecognizePicture(sha256: try await site.hand(picture(1)))
            _ = try await site.call(OCRTopics.recognize, body, id: "job-1")
            try await eventually("it is begun") { try await actor.store.begun().map(\.job) == ["job-1"] }
            meeting.come(2)
            #expect(try await site.end(of: "job-1", body).state == "done")
            try await eventually("it is forgotten") { try await actor.store.begun().isEmpty }
        }
    }

    @Test func aDispatcherThatStartsAgainForgetsNothing() async throws {
        let site = try WorkerSite()
        let name = CleanImage.sha256(of: picture(1))
        try await site.running(flags: ["ocr.dispatcher-hub": "room-9"]) { _ in
            _ = try await site.hand(picture(1))
            let job = try await site.call(OCRTopics.recognize, RecognizePicture(sha256: name), id: "job-1")
            #expect(job.state == "waiting")
        }
        try await site.running { _ in
            #expect(try await site.end(of: "job-1", RecognizePicture(sha256: name)).state == "done")
            try await eventually("it is held") { site.keeper.readings.count == 1 }
        }
    }

    @Test func aSessionManagerThatIsAwayLosesNothing() async throws {
        let site = try WorkerSite()
        site.keeper.setAway(true)
        try await site.running { _ in
            let name = try await site.hand(picture(1))
            #expect(try await site.end(of: "job-1", RecognizePicture(sha256: name)).state == "done")
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
        try await site.running(flags: ["ocr.dispatcher-hub": "room-9"]) { _ in
            let name = try await site.hand(picture(1))
            _ = try await site.call(OCRTopics.recognize, RecognizePicture(sha256: name), id: "job-1")
            #expect(try await site.call(OCRTopics.cancel, CancelOCR(jobID: "job-1")).jobs == ["job-1"])
            let job = try await site.call(OCRTopics.recognize, RecognizePicture(sha256: name), id: "job-1")
            #expect(job.state == "cancelled")
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
            #expect(site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["requested"])
        }
    }
}

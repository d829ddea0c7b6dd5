import BusContract
import ContractLiterals
import Foundation
import GRDB
import MessageBus
import StoreEngine
import TestSupport
import Testing

@testable import JobStore
@testable import OCRWorkerActor

/// A saved job that cannot be read is settled once and told; the others go on.
@Suite struct UnreadableJobTests {
    @Test func aJobThatCannotBeReadFailsOnceAndTheOthersFlow() async throws {
        let site = try WorkerSite()
        // The dispatcher's own worker asks elsewhere: nothing is granted before the row is spoilt.
        try await site.running(flags: ["ocr.dispatcher-hub": "room-9"]) { actor in
            let dispatcher = try #require(actor.dispatcher)
            let body = RecognizePicture(sha256: try await site.hand(SampleImages.jpeg(hiding: "a picture")))
            for id in ["job-1", "job-2"] { _ = try await site.call(OCRTopics.recognize, body, id: id) }
            try await dispatcher.store.writer.write { database in
                try database.execute(sql: "UPDATE jobs SET body = x'00' WHERE log_id = 'job-1'")
            }
            let worker = WorkerSite.client(site.broker, try WorkerSite.address("ocr-worker", "o7", hub: "room-1"))
            let grants = try await worker.subscribe(
                to: [OCRWork.grant.descriptor],
                hub: "room-1",
                values: ["worker": worker.address.client]
            )
            let pull = WorkPull(worker: worker.address.client, free: 4, pullID: "pull-1")
            try await worker.publish(OCRWork.pull, hub: "room-1", data: pull)
            for await message in grants {
                #expect(try Envelope<OCRGrant>.decode(message.payload).data.items.map(\.jobID) == ["job-2"])
                break
            }
            let job = try await site.end(of: "job-1", body)
            #expect(job.state == "failed" && job.error?.code == FaultCodes.unreadableRow)
            try await eventually("it is told") { site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["failed"] }
            #expect(await actor.health().counters["unreadableRows"] == 1)
            #expect(try await dispatcher.store.depths() == (pending: 0, leased: 1))
        }
    }
}

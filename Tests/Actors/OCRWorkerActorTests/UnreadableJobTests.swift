import BusContract
import ContractLiterals
import Foundation
import GRDB
import ImageCleaning
import MessageBus
import OCRTools
import StoreEngine
import TestSupport
import Testing

@testable import JobStore
@testable import OCRWorkerActor

/// An unreadable saved job is settled and reported once, and the others continue.
@Suite struct UnreadableJobTests {
    @Test func aJobThatCannotBeReadFailsOnceAndTheOthersFlow() async throws {
        let site = try WorkerSite()
        let body = RecognizePicture(sha256: CleanImage.sha256(of: picture))
        try await site.running { actor in
            await actor.drain()
            _ = try await site.hand(picture)
            for id in ["job-1", "job-2"] { _ = try await site.call(OCRTopics.recognize, body, id: id) }
        }
        let jobs = try await site.jobs()
        try await jobs.writer.write { database in
            try database.execute(sql: "UPDATE jobs SET body = x'00' WHERE log_id = 'job-1'")
        }
        try await jobs.close()
        try await site.running { actor in
            #expect(try await site.end(of: "job-2", body).state == "done")
            let job = try await site.end(of: "job-1", body)
            #expect(job.state == "failed" && job.error?.code == FaultCodes.unreadableRow)
            try await eventually("it is told") { site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["failed"] }
            #expect(await actor.health().counters["unreadableRows"] == 1)
        }
    }

    private var picture: [UInt8] { SampleImages.jpeg(hiding: "a picture") }
}

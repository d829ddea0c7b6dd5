import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SimulatedHub
import TestSupport
import Testing

/// What an OCR worker says of a picture that another one has, at the real broker and the real dispatcher.
@Suite(.serialized) struct ForgedPictureTests {
    private static let dispatcher = "ocr-worker-o1"

    /// The dispatcher's own worker asks at another hub: the pictures are the test's.
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.ocrWorkers = 1
        settings.pictureHub = "lab"
        settings.configuration["ocr-worker"] = ["health.interval": "1s"]
        return settings
    }

    @Test func anAnswerForAnothersPictureIsNotBelieved() async throws {
        try await RunningLine.with(Self.settings) { line in
            let desk = DisplayDesk(line.connection)
            let name = try await desk.hand(try DisplayPhoto(seed: 1).jpeg)
            _ = try await desk.recognize(name, id: "job-1")
            try await line.asProcess("ocr-worker-o2") { worker in
                let item = try await take(worker)
                try await forge(line, item)
                try await line.states.waitForHealth(Self.dispatcher, what: "refused outcomes and a refused demand") {
                    $0.counters["refusedOutcome"] ?? 0 >= 9 && $0.counters["refusedWorker"] == 1
                }
                #expect(try await desk.recognize(name, id: "job-1").state == "waiting")
                try await answer(worker, worker.address.client, item.fence, "failed")
                #expect(try await desk.recognize(name, id: "job-1").state == "failed")
                try await answer(worker, worker.address.client, item.fence, "release")
            }
            try await line.states.waitForHealth(Self.dispatcher, what: "an answer under a lease that is over") {
                $0.counters["refusedLease"] == 1
            }
            #expect(try await desk.held().isEmpty)
        }
    }

    private func forge(_ line: RunningLine, _ item: OCRGrant.Item) async throws {
        try await line.asProcess("ocr-worker-o3") { forger in
            for (worker, fence) in [("ocr-worker-o3", item.fence), ("ocr-worker-o3", 1), ("ocr-worker-o2", 1)] {
                for result in ["done", "failed", "interrupted"] { try await answer(forger, worker, fence, result) }
            }
            let pull = WorkPull(worker: "ocr-worker-o2", free: 8, pullID: "forged")
            try await forger.publish(OCRWork.pull, hub: LineSetup.hub, data: pull)
            let isRefused = await isRefused(
                forger,
                PictureBytesRequest(sha256: item.sha256, jobID: "job-1", fence: 1, offset: 0)
            )
            #expect(isRefused, "a picture that another one has")
        }
    }

    /// Demands a picture as itself and takes it.
    private func take(_ worker: BusClient) async throws -> OCRGrant.Item {
        let name = worker.address.client
        let grants = try await worker.subscribe(
            to: [OCRWork.grant.descriptor],
            hub: LineSetup.hub,
            values: ["worker": name]
        )
        defer { grants.cancel() }
        let pull = WorkPull(worker: name, free: 1, pullID: "own")
        try await worker.publish(OCRWork.pull, hub: LineSetup.hub, data: pull)
        for await message in grants {
            if let item = try Envelope<OCRGrant>.decode(message.payload).data.items.first { return item }
        }
        throw NeverHappened(what: "a grant for \(name)")
    }

    /// Says an outcome and waits until the dispatcher has heard it.
    private func answer(_ client: BusClient, _ worker: String, _ fence: Int64, _ result: String) async throws {
        let outcome = OCRAck.Outcome(jobID: "job-1", fence: fence, result: .init(rawValue: result))
        try await calling(client) {
            _ = try await $0.callRaw(OCRWork.ack, hub: LineSetup.hub, body: OCRAck(worker: worker, outcomes: [outcome]))
        }
    }

    private func isRefused(_ client: BusClient, _ body: PictureBytesRequest) async -> Bool {
        do {
            try await calling(client) { _ = try await $0.call(OCRTopics.pictureBytes, hub: LineSetup.hub, body: body) }
            return false
        } catch {
            return (error as? BusError)?.code == .conflict
        }
    }

    private func calling(_ client: BusClient, _ body: (RequestClient) async throws -> Void) async throws {
        let requests = RequestClient(client)
        let running = Task { try await requests.run() }
        defer { running.cancel() }
        try await body(requests)
    }
}

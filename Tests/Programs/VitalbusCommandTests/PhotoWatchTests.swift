import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

/// `vitalbus photo watch` against a worker that publishes what the test decides.
@Suite struct PhotoWatchTests {
    private typealias Telling = @Sendable (BusClient, String) async throws -> Void

    private static let key = ReadingKey.hashed(scheme: "test", fields: [1: [2]])

    private func run(
        _ arguments: String...,
        refusing refusal: BusError? = nil,
        telling: @escaping Telling = { _, _ in }
    ) async throws -> (outcome: Shell.Outcome, body: StartReading?) {
        let broker = InMemoryBroker()
        let seen = Mutex<StartReading?>(nil)
        let address = try BusAddress(site: "s", hub: "h", actor: "ocr-worker", instance: "main")
        let worker = BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
        let handler = RequestHandler(OCRTopics.startReading) { body, request in
            seen.withLock { $0 = body }
            if let refusal { throw refusal }
            // This command ignores another stream's events.
            let other = OCRDidCancel(seat: nil, hub: "h", jobID: "other", reason: "failed")
            try await worker.publish(OCRTopics.ocrDidCancel, data: other)
            try await telling(worker, request.id)
            return OCRJob(jobID: request.id, readingKey: Self.key, state: "waiting")
        }
        let outcome = try await Shell.serving("ocr-worker", hub: "h", [handler], on: broker) {
            await Shell(broker).run(["photo", "watch"] + arguments)
        }
        return (outcome, seen.withLock { $0 })
    }

    private static func look(
        _ worker: BusClient,
        _ id: String,
        _ number: Int,
        _ result: DisplayResult,
        waits: [ReadingDoubt]? = nil
    ) async throws {
        let event = OCRDidProcessResult(seat: nil, hub: "h", jobID: id, frame: number, result: result, waits: waits)
        try await worker.publish(OCRTopics.ocrDidProcessResult, data: event)
    }

    private static func complete(
        _ worker: BusClient,
        _ id: String,
        seat: String? = nil,
        _ disposition: PictureDisposition? = nil
    ) async throws {
        let reading = Reading(
            readingKey: key,
            type: .biometrics,
            timestamp: Date(timeIntervalSince1970: 1_700_000_000),
            timeQuality: .received,
            receivedAt: Date(timeIntervalSince1970: 1_700_000_000),
            hub: try #require(HubID(rawValue: "h")),
            source: RecordSource(kind: .ocr),
            measurements: [Measurement(metric: .systolic, value: 128, unit: "mm[Hg]")]
        )
        let metadata = OCRDidCompleteReading.Metadata(
            frames: 5,
            agreement: 0.8,
            confidence: 0.95,
            accepted: true,
            fields: []
        )
        let event = OCRDidCompleteReading(
            seat: seat,
            hub: "h",
            jobID: id,
            record: reading,
            crop: nil,
            metadata: metadata,
            disposition: disposition
        )
        try await worker.publish(OCRTopics.ocrDidCompleteReading, data: event)
    }

    private static let telling: Telling = { worker, id in
        let blurred = DisplayResult(text: "", fields: [], confidence: 0, accepted: false, refused: "blurred")
        try await look(worker, id, 1, blurred)
        try await look(
            worker,
            id,
            2,
            DisplayResult(text: "", fields: [], confidence: 0.9, accepted: false, reasons: [.glare]),
            waits: [.glare, .fewFrames]
        )
        try await complete(worker, id)
    }

    @Test func eachLookAndTheReadingAreShown() async throws {
        let (outcome, body) = try await run("desk", "--seat", "bed-a", "--seconds", "20", telling: Self.telling)
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(body == StartReading(source: "desk", wish: DisplayWish(type: "any"), seat: "bed-a", seconds: 20))
        #expect(
            outcome.out.prefix(5) == [
                "frame 1: no reading, blurred", "frame 2: a reading whose values are not shared, 90.0 % sure",
                "  \(ReadingDoubt.glare.sentence)", "  \(ReadingDoubt.fewFrames.sentence)",
                "reading \(Self.key) systolic 128 mmHg of 5 frames, 95.0 % sure, held for confirmation",
            ]
        )
        #expect(outcome.out.contains("  if correct: vitalbus held confirm \(Self.key) --seat bed-a"))
    }

    @Test func ofTheDefaultUserNothingIsKeptAndThatIsNoSuccess() async throws {
        let (outcome, _) = try await run("desk", "--seat", "bed-b") { worker, id in
            try await Self.complete(worker, id, seat: "bed-b", .notStored)
        }
        #expect(outcome.code == 65 && outcome.out == ["systolic 128 mmHg, 95.0 % sure, not stored"])
        #expect(outcome.err.joined().contains("seat bed-b has the default user"))
    }

    @Test func jsonIsOneEventALine() async throws {
        let (outcome, _) = try await run("desk", "--json", telling: Self.telling)
        #expect(outcome.code == 0 && outcome.out.count == 3)
        let last = try WireJSON.decode(JSONValue.self, from: Array((outcome.out.last ?? "").utf8))
        #expect(last["type"]?.text == "vitalbus.ocrDidCompleteReading.v1")
    }

    @Test func aFolderIsNamedByItsPath() async throws {
        let (_, body) = try await run("/srv/frames/../frames", telling: Self.telling)
        #expect(body?.source == "folder" && body?.path == "/srv/frames")
    }

    @Test(arguments: [
        ("denied", 77, "may not be used"), ("missing", 69, "does not exist"), ("busy", 75, "another request"),
    ])
    func aCameraThatCannotBeHadIsExplained(reason: String, code: Int32, hint: String) async throws {
        let (outcome, _) = try await run("desk") { worker, id in
            let event = OCRCameraUnavailable(
                seat: nil,
                hub: "h",
                jobID: id,
                source: "desk",
                reason: .init(rawValue: reason)
            )
            try await worker.publish(OCRTopics.ocrCameraUnavailable, data: event)
        }
        #expect(outcome.code == code)
        #expect(outcome.err.joined().contains("'desk' of hub h") && outcome.err.joined().contains(hint))
    }

    @Test(arguments: [("timedOut", 75, "--seconds"), ("requested", 75, "cancelled"), ("failed", 70, "log")])
    func anEndWithoutAReadingIsExplained(reason: String, code: Int32, hint: String) async throws {
        let (outcome, _) = try await run("desk") { worker, id in
            let event = OCRDidCancel(seat: nil, hub: "h", jobID: id, reason: .init(rawValue: reason))
            try await worker.publish(OCRTopics.ocrDidCancel, data: event)
        }
        #expect(outcome.code == code && outcome.err.joined().contains(hint))
    }

    @Test func anUnknownCameraIsTheWorkersToName() async throws {
        let unknown = BusError(.notFound, message: "no camera is called 'attic'; the worker's configuration has: desk")
        let (outcome, _) = try await run("attic", refusing: unknown)
        #expect(outcome.code == 65 && outcome.err.joined().contains("has: desk"))
    }
}

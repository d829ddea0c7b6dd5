import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords

/// `vitalbus photo send` against an OCR worker that records what it receives.
@Suite struct PhotoTests {
    /// The parts and requests that a worker received.
    private final class Handed: Sendable {
        let parts = Mutex<[String: [Int: [UInt8]]]>([:])
        let sizes = Mutex<[String: Int]>([:])
        let asked = Mutex<[(id: String, body: RecognizePicture)]>([])

        func received(_ sha256: String) -> PictureReceived {
            let count = (sizes.withLock { $0[sha256] ?? 0 } + 39_999) / 40_000
            let there = parts.withLock { Set($0[sha256, default: [:]].keys) }
            let missing = (0..<count).filter { !there.contains($0) }
            let state = missing.isEmpty ? "stored" : "wanted"
            return PictureReceived(sha256: sha256, state: .init(rawValue: state), partSize: 40_000, missing: missing)
        }
    }

    private let key = ReadingKey.hashed(scheme: "test", fields: [1: [1]])

    private func result(sure: Bool = true, refused: String? = nil) -> DisplayResult {
        func field(_ key: String, _ metric: MetricName, _ value: DecimalNumber) -> DisplayResult.Field {
            let measurement = Measurement(metric: metric, value: value, unit: "mm[Hg]")
            return DisplayResult.Field(key: key, text: "\(value)", measurement: measurement, characters: [])
        }
        guard refused == nil else {
            return DisplayResult(
                text: "E1",
                fields: [],
                confidence: 0,
                accepted: false,
                refused: refused.map(DisplayResult.Refusal.init(rawValue:))
            )
        }
        let fields = [field("sys", .systolic, 128), field("dia", .diastolic, 83)]
        return DisplayResult(
            text: "128\n83",
            fields: fields,
            confidence: sure ? 0.987 : 0.61,
            accepted: sure,
            reasons: sure ? nil : [.unsure, .tooSmall, ReadingDoubt(rawValue: "ofANewer\u{1B}[2JVersion")]
        )
    }

    /// Runs the command against a worker that first queues the photo, and announces the result by an event.
    private func run(
        _ arguments: [String],
        hub: String = "h",
        _ end: @Sendable @escaping (OCRJob) -> OCRJob
    ) async throws -> (outcome: Shell.Outcome, handed: Handed) {
        let (broker, handed, key) = (InMemoryBroker(), Handed(), key)
        let address = try BusAddress(site: "s", hub: hub, actor: "ocr-worker", instance: "main")
        let worker = BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
        let handlers = [
            RequestHandler(OCRTopics.putPicture) { body, _ in
                handed.sizes.withLock { $0[body.sha256] = body.size }
                return handed.received(body.sha256)
            },
            RequestHandler(OCRTopics.picturePart) { body, _ in
                let bytes = Data(base64Encoded: body.data).map { Array($0) }
                handed.parts.withLock { $0[body.sha256, default: [:]][body.index] = bytes }
                return handed.received(body.sha256)
            },
            RequestHandler(OCRTopics.recognize) { body, request in
                let isFirst = handed.asked.withLock { asked in
                    asked.append((request.id, body))
                    return asked.filter { $0.id == request.id }.count == 1
                }
                let job = OCRJob(jobID: request.id, readingKey: key, state: "waiting")
                guard isFirst else { return end(job) }
                let told = OCRDidCancel(seat: nil, hub: hub, jobID: request.id, reason: "refused")
                try await worker.publish(OCRTopics.ocrDidCancel, data: told)
                return job
            },
        ]
        let outcome = try await Shell.serving("ocr-worker", hub: hub, handlers, on: broker) {
            await Shell(broker).run(["photo", "send"] + arguments)
        }
        return (outcome, handed)
    }

    private func file(_ bytes: [UInt8], _ folder: TemporaryFolder, _ name: String = "cuff.jpg") throws -> String {
        let url = folder.url.appending(path: name)
        try Data(bytes).write(to: url)
        return url.path
    }

    private func done(_ job: OCRJob, _ result: DisplayResult, held: Bool? = true) -> OCRJob {
        var job = job
        (job.state, job.result, job.held) = ("done", result, held)
        return job
    }

    @Test func aPhonesPhotoIsHandedOverAsAJPEGWithoutItsPlace() async throws {
        let folder = try TemporaryFolder()
        let heic = try #require(Data(base64Encoded: SampleImages.heicWithPlace)).map(\.self)
        let photo = try file(heic, folder, "cuff.heic")
        let (outcome, handed) = try await run([photo, "--type", "bloodPressure"]) { done($0, result()) }
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(outcome.err.contains { $0.contains("cuff.heic") && $0.contains("HEIC") && $0.contains("JPEG") })
        let parts = try #require(handed.parts.withLock { $0.values.first?.values.first })
        #expect(parts.starts(with: [0xFF, 0xD8]) && !String(decoding: parts, as: UTF8.self).contains("SECRET-PLACE"))
    }

    @Test func aPhotoIsHandedOverReadAndWaitsForAPerson() async throws {
        let folder = try TemporaryFolder()
        let source = SampleImages.jpeg(hiding: "SECRET-PLACE", side: 4_000)
        let photo = try file(source, folder)
        let options = ["--type", "bloodPressure", "--unit", "mmHg", "--box", "1,2,30,40", "--seat", "bed-a"]
        let (outcome, handed) = try await run([photo] + options) { done($0, result()) }
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(outcome.out.first == "\(photo): 128/83 mmHg, 98.7 % sure, held for confirmation")
        #expect(outcome.out.contains("  if correct: vitalbus held confirm \(key) --seat bed-a"))
        #expect(!outcome.out.joined().contains("not certain"))
        let clean = try CleanImage(cleaning: source)
        let parts = handed.parts.withLock { $0[clean.sha256] ?? [:] }
        #expect(parts.count == 2 && parts.sorted { $0.key < $1.key }.flatMap(\.value) == clean.bytes)
        let body = try #require(handed.asked.withLock { $0.first?.body })
        let box = PictureArea(x: 1, y: 2, width: 30, height: 40)
        #expect(body.sha256 == clean.sha256 && body.seat == "bed-a")
        #expect(body.wish == DisplayWish(type: "bloodPressure", unit: "mmHg", box: box))
    }

    @Test func aBoxIsSentWithItsAngle() async throws {
        let folder = try TemporaryFolder()
        let photo = try file(SampleImages.plainPNG(), folder)
        let (outcome, handed) = try await run([photo, "--box", "1,2,30,40,-35.5"]) { done($0, result()) }
        #expect(outcome.code == 0, "\(outcome.err)")
        let box = PictureArea(x: 1, y: 2, width: 30, height: 40)
        #expect(handed.asked.withLock { $0.first?.body }?.wish == DisplayWish(type: "any", box: box, boxAngle: -35.5))
    }

    @Test func theSamePhotoIsTheSameJobUnlessItIsAskedForAgain() async throws {
        let folder = try TemporaryFolder()
        let photo = try file(SampleImages.plainPNG(), folder)
        var ids: [[String]] = []
        for more in [[], [], ["--type", "thermometer"], ["--seat", "bed-a"], ["--again"], ["--again"]] {
            let (outcome, handed) = try await run([photo] + more) { done($0, result()) }
            #expect(outcome.code == 0, "\(outcome.err)")
            ids.append(handed.asked.withLock { $0.map(\.id) })
        }
        #expect(!ids[1].isEmpty && Set(ids[0] + ids[1]).count == 1)
        #expect(Set(ids.flatMap { $0 }).count == 5)
        #expect(ids[0][0].hasPrefix("photo-") && (try? BusAddress.check(ids[0][0], as: "id")) != nil)
    }

    @Test func aWorkerOnAnotherHubIsAskedThere() async throws {
        let folder = try TemporaryFolder()
        let photo = try file(SampleImages.plainPNG(), folder)
        let (outcome, handed) = try await run([photo, "--worker", "lab"], hub: "lab") {
            done($0, result(sure: false))
        }
        #expect(outcome.code == 0 && handed.asked.withLock { !$0.isEmpty })
        #expect(outcome.out.contains { $0.contains("not certain, check the picture first: vitalbus held show \(key)") })
        // Each reason has its remedy; a newer version's word is shown unchanged, except for control characters.
        #expect(outcome.out.contains("  it is small in the picture: move closer"))
        #expect(outcome.out.contains { $0.contains("ofANewer") } && !outcome.out.joined().contains("\u{1B}"))
        let nobody = await Shell(InMemoryBroker()).run("photo", "send", photo, "--worker", "attic")
        #expect(nobody.code == 69 && nobody.err.joined().contains("no OCR worker of hub attic answers"))
    }

    @Test func whatIsNoReadingIsToldAndOneFileKeepsNoOtherBack() async throws {
        let folder = try TemporaryFolder()
        let (photo, text) = (try file(SampleImages.plainPNG(), folder), try file(Array("hello".utf8), folder, "a.txt"))
        let (refused, _) = try await run([text, photo]) { done($0, result(refused: "errorCode"), held: false) }
        #expect(refused.code == 65 && refused.out.count == 2)
        #expect(refused.out[0].hasPrefix("\(text): ") && refused.out[0].contains("JPEG or PNG"))
        #expect(refused.out[1] == "\(photo): no reading, errorCode, the display showed 'E1'")
        #expect(refused.err.joined().contains("2 of 2 photos gave no reading"))
        let (failed, _) = try await run([photo]) { job in
            var job = job
            (job.state, job.error) = ("failed", WireFault(code: "invalidArgument", message: "torn", retriable: false))
            return job
        }
        #expect(failed.code == 65 && failed.out == ["\(photo): torn"])
        let (unheld, _) = try await run([photo]) { done($0, result(), held: false) }
        #expect(unheld.code == 0 && unheld.out == ["\(photo): 128/83 mmHg, 98.7 % sure, not held"])
    }

    @Test func ofTheDefaultUserNothingIsKeptAndThatIsNoSuccess() async throws {
        let folder = try TemporaryFolder()
        let photo = try file(SampleImages.plainPNG(), folder)
        let (outcome, _) = try await run([photo, "--seat", "bed-b"]) { job in
            var job = done(job, result(), held: false)
            job.disposition = .notStored
            return job
        }
        #expect(outcome.code == 65)
        #expect(
            outcome.out == ["\(photo): 128/83 mmHg, 98.7 % sure, not stored (default user)"]
        )
        #expect(outcome.err.joined().contains("seat bed-b has the default user"))
        #expect(!(outcome.out + outcome.err).joined().contains("held confirm"))
    }

    /// The worker does not know of the new session yet, so the session manager decides.
    @Test func heldIsSaidOnlyOfWhatTheSessionManagerHolds() async throws {
        let folder = try TemporaryFolder()
        let photo = try file(SampleImages.plainPNG(), folder)
        let (broker, key, seen) = (InMemoryBroker(), key, result())
        let handlers = [
            RequestHandler(SessionOperations.heldReadings) { _, _ in HeldPage(page: 1, pages: 1, readings: [])
            },
            RequestHandler(SessionOperations.session) { body, _ in
                SessionView(
                    sessionID: "s-1",
                    seat: body.seat,
                    userID: nil,
                    organizationID: nil,
                    apiVersion: "inform",
                    startedAt: Date(timeIntervalSince1970: 1_700_000_000),
                    validated: "yes",
                    defaultUser: true
                )
            },
        ]
        let worker = [
            RequestHandler(OCRTopics.putPicture) { body, _ in
                PictureReceived(sha256: body.sha256, state: "stored", partSize: 40_000, missing: [])
            },
            RequestHandler(OCRTopics.recognize) { _, request in
                var job = OCRJob(jobID: request.id, readingKey: key, state: "done", result: seen, held: true)
                job.disposition = .held
                return job
            },
        ]
        let outcome = try await Shell.serving("session-manager", hub: "site", handlers, on: broker) {
            try await Shell.serving("ocr-worker", hub: "h", worker, on: broker) {
                await Shell(broker).run("photo", "send", photo, "--seat", "bed-b")
            }
        }
        #expect(outcome.code == 65 && outcome.out.joined().contains("not stored (default user)"), "\(outcome)")
    }

    @Test func jsonIsOneLineForEachPhoto() async throws {
        let folder = try TemporaryFolder()
        let photo = try file(SampleImages.plainPNG(), folder)
        let (outcome, _) = try await run(["--json", photo, "/nowhere/a.jpg"]) { done($0, result()) }
        #expect(outcome.code == 66 && outcome.out.count == 2)
        let first = try WireJSON.decode(JSONValue.self, from: Array((outcome.out.first ?? "").utf8))
        #expect(first["file"]?.text == photo && first["job"]?["readingKey"]?.text == key.rawValue)
        let second = try WireJSON.decode(JSONValue.self, from: Array((outcome.out.last ?? "").utf8))
        #expect(second["error"]?["code"]?.text == "notFound")
    }

    @Test(arguments: [
        ["photo", "send"], ["photo", "send", "a.jpg", "--type", "clock"], ["photo", "send", "a.jpg", "--box", "1,2,3"],
        ["photo", "send", "a.jpg", "--timeout", "0"], ["photo", "watch"], ["photo", "watch", "cam", "--seconds", "0"],
        ["photo", "watch", "cam", "--type", "any", "--peripheral", "10500"],
    ])
    func wrongUsageIs64(arguments: [String]) async {
        let outcome = await Shell().run(arguments)
        #expect(outcome.code == 64 && !outcome.err.isEmpty)
    }
}

import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords

@Suite struct ImageTests {
    /// The parts and requests that a session manager received.
    private final class Handed: Sendable {
        let parts = Mutex<[Int: [UInt8]]>([:])
        let announced = Mutex<[PutImage]>([])

        var bytes: [UInt8] { parts.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) } }
    }

    private func run(
        _ arguments: [String],
        outcome: String = "accepted",
        hasPath: Bool? = nil,
        refusing refusal: BusError? = nil
    ) async throws -> (Shell.Outcome, Handed) {
        let (broker, handed) = (InMemoryBroker(), Handed())
        @Sendable func state(_ logID: LogID, _ size: Int) -> ImageReceived {
            let there = handed.parts.withLock { Set($0.keys) }
            let missing = (0..<(size + 39_999) / 40_000).filter { !there.contains($0) }
            return ImageReceived(
                logID: logID,
                state: missing.isEmpty ? "stored" : "wanted",
                imageID: missing.isEmpty ? LogID(rawValue: "image-1") : nil,
                partSize: 40_000,
                missing: missing,
                hasPath: hasPath
            )
        }
        let handlers = [
            RequestHandler(SessionOperations.putImage) { body, _ in
                if let refusal { throw refusal }
                handed.announced.withLock { $0.append(body) }
                return state(body.logID, body.size)
            },
            RequestHandler(SessionOperations.imagePart) { body, _ in
                handed.parts.withLock { $0[body.index] = Data(base64Encoded: body.data).map { Array($0) } }
                return state(body.logID, handed.announced.withLock { $0.first?.size ?? 0 })
            },
            RequestHandler(SessionOperations.submitRecords) { body, _ in
                let results = body.records.map {
                    SubmittedRecords.Result(
                        readingKey: $0.readingKey,
                        revision: 1,
                        outcome: .init(rawValue: outcome),
                        logID: outcome == "accepted" ? LogID(rawValue: "log-1") : nil
                    )
                }
                return SubmittedRecords(results: results)
            },
        ]
        let done = try await Shell.serving("session-manager", hub: "site", handlers, on: broker) {
            await Shell(broker).run(arguments)
        }
        return (done, handed)
    }

    private func file(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> String {
        let url = folder.url.appending(path: "image")
        try Data(bytes).write(to: url)
        return url.path
    }

    @Test(arguments: [["record", "add", "--type", "biometrics", "bp=120/80", "--image"], ["image", "add", "log-1"]])
    func thatNoPathForImagesIsConfiguredIsSaidAtOnce(_ command: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = try file(SampleImages.jpeg(hiding: "x", side: 400), folder)
        for (hasPath, isSaid) in [(false, true), (nil, false)] as [(Bool?, Bool)] {
            let (outcome, _) = try await run(command + [path], hasPath: hasPath)
            #expect(outcome.code == 0, "\(outcome.err)")
            let said = outcome.out.contains {
                $0.contains("no path for images is configured") && $0.contains("paths.image")
            }
            #expect(said == isSaid, "\(outcome.out)")
        }
    }

    @Test func anImageGoesOverInPartsAndWithoutItsMetadata() async throws {
        let folder = try TemporaryFolder()
        let source = SampleImages.jpeg(hiding: "SECRET-PLACE", side: 4_000)
        let (outcome, handed) = try await run(["image", "add", "log-1", try file(source, folder)])
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(outcome.out == ["image image-1 of record log-1 stored"])
        let clean = try CleanImage(cleaning: source)
        #expect(handed.bytes == clean.bytes)
        #expect(handed.parts.withLock { $0.count } == 2)
        #expect(handed.announced.withLock { $0.first?.sha256 } == clean.sha256)
    }

    @Test(arguments: [
        ["image", "add", "log-1"], ["record", "add", "--type", "weight", "body_weight=80kg", "--image"],
    ])
    func aPhonesImageGoesAsAJPEGWithoutItsPlace(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let heic = try #require(Data(base64Encoded: SampleImages.heicWithPlace)).map(\.self)
        let (outcome, handed) = try await run(arguments + [file(heic, folder)])
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(
            outcome.err.contains { $0.contains("is HEIC; it was converted to a JPEG of \(handed.bytes.count) bytes") }
        )
        let clean = try CleanImage(cleaning: handed.bytes)
        #expect(clean.kind == .jpeg && clean.bytes == handed.bytes)
        #expect(!String(decoding: handed.bytes, as: UTF8.self).contains("SECRET-PLACE"))
    }

    @Test func aRecordAndItsImageAreAddedTogether() async throws {
        let folder = try TemporaryFolder()
        let image = try file(SampleImages.plainPNG(), folder)
        let arguments = ["record", "add", "--type", "weight", "--image", image, "body_weight=80kg"]
        let (outcome, handed) = try await run(arguments)
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(outcome.out.first?.hasPrefix("body_weight 80 kg, ") == true)
        #expect(outcome.out.dropFirst().first == "record log-1 accepted")
        #expect(outcome.out.last == "image image-1 of record log-1 stored")
        #expect(handed.bytes == SampleImages.plainPNG())
        let (held, _) = try await run(arguments, outcome: "held")
        #expect(held.code == 65 && held.err.first?.contains("vitalbus image add") == true)
        let (refused, _) = try await run(arguments, refusing: BusError(.conflict, message: "no more images"))
        #expect(refused.code == 65 && refused.err.first?.contains("vitalbus image add log-1") == true)
    }

    // The tests find a file by its message: as arguments, whole files would be printed byte by byte.
    private static let wrongFiles: [String: [UInt8]] = [
        "HEIC": Array("\0\0\0\u{18}ftypheic".utf8), "JPEG or PNG": Array("hello".utf8),
        "PNG is damaged": Array(SampleImages.plainPNG().dropLast()),
        "10000000": SampleImages.plainPNG() + [UInt8](repeating: 0, count: 10_000_000), "empty": [],
    ]

    @Test(arguments: wrongFiles.keys.sorted())
    func wrongFilesNameWhatIsWrong(hint: String) async throws {
        let folder = try TemporaryFolder()
        let bytes = try #require(Self.wrongFiles[hint])
        let outcome = await Shell(InMemoryBroker()).run(["image", "add", "log-1", try file(bytes, folder)])
        #expect(outcome.code == 65)
        #expect(outcome.err.first?.contains(hint) == true, "\(outcome.err)")
    }

    @Test func unknownFilesAndRecordsAreTold() async throws {
        let folder = try TemporaryFolder()
        let missing = await Shell(InMemoryBroker()).run(["image", "add", "log-1", folder.url.path + "/none"])
        #expect(missing.code == 66 && missing.err.first?.contains("does not exist") == true)
        let path = try file(SampleImages.plainPNG(), folder)
        let (unknown, _) = try await run(
            ["image", "add", "log-9", path],
            refusing: BusError(.notFound, message: "no record log-9")
        )
        #expect(unknown.code == 65 && unknown.err.first?.contains("no record log-9") == true)
    }
}

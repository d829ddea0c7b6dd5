import ActorRuntime
import BusContract
import ContractLiterals
import DisplayCommands
import Foundation
import ImageCleaning
import MessageBus
import Pixels
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import VitalbusCommand

/// `vitalbus photo preview` against a worker that draws frames as the test decides.
@Suite struct PhotoPreviewTests {
    private static let key = ReadingKey.hashed(scheme: "test", fields: [1: [3]])
    private static let picture = SampleImages.plainPNG(side: 40)

    private static func preview(_ hints: [FramePreview.Hint]) -> FramePreview {
        FramePreview(
            picture: PictureReference(
                sha256: CleanImage.sha256(of: picture),
                size: picture.count,
                contentType: "image/png"
            ),
            width: 40,
            height: 40,
            frame: PictureArea(x: 4, y: 4, width: 30, height: 30),
            display: nil,
            hints: hints
        )
    }

    private static func look(_ worker: BusClient, _ id: String, _ number: Int, _ hints: [FramePreview.Hint]?)
        async throws
    {
        let result = DisplayResult(text: "", fields: [], confidence: 0, accepted: false, refused: "noDisplay")
        let event = OCRDidProcessResult(
            seat: nil,
            hub: "h",
            jobID: id,
            frame: number,
            result: result,
            preview: hints.map(preview)
        )
        try await worker.publish(OCRTopics.ocrDidProcessResult, data: event)
    }

    private static func end(_ worker: BusClient, _ id: String, _ reason: String) async throws {
        let event = OCRDidCancel(seat: nil, hub: "h", jobID: id, reason: .init(rawValue: reason))
        try await worker.publish(OCRTopics.ocrDidCancel, data: event)
    }

    @Test func aPreviewSaysWithItsHintsWhyAReadingWantsALook() {
        var result = DisplayResult(text: "128", fields: [], confidence: 0.5, accepted: false)
        result.reasons = [.blurred, .upsideDown, .unsure, .faint]
        let lines = PreviewText.lines(result, preview: Self.preview([.blurred]))
        // A reason that a hint already gives is not repeated.
        #expect(
            lines == [
                "'128', 50.0 % sure", "hold still", ReadingDoubt.upsideDown.sentence, ReadingDoubt.unsure.sentence,
            ]
        )
    }

    /// Runs the command against a worker that shows its picture to clients with the stream's key.
    private func run(
        _ arguments: [String],
        telling: @escaping @Sendable (BusClient, String) async throws -> Void
    ) async throws -> (outcome: Shell.Outcome, body: StartReading?, fetched: Int) {
        let broker = InMemoryBroker()
        let state = Mutex<(body: StartReading?, fetched: Int)>((nil, 0))
        let address = try BusAddress(site: "s", hub: "h", actor: "ocr-worker", instance: "main")
        let worker = BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
        let handlers = [
            RequestHandler(OCRTopics.startReading) { body, request in
                state.withLock { $0.body = body }
                try await telling(worker, request.id)
                return OCRJob(jobID: request.id, readingKey: Self.key, state: "waiting")
            },
            RequestHandler(OCRTopics.pictureBytes) { body, _ in
                let isAsker = state.withLock { state in
                    state.fetched += 1
                    return body.previewKey != nil && state.body?.previewKey == body.previewKey
                }
                guard isAsker else { throw BusError(.notFound, message: "no such preview") }
                return ImageBytes(data: Data(Self.picture[body.offset...]).base64EncodedString())
            },
        ]
        let outcome = try await Shell.serving("ocr-worker", hub: "h", handlers, on: broker) {
            await Shell(broker).run(["photo", "preview"] + arguments)
        }
        let (body, fetched) = state.withLock(\.self)
        return (outcome, body, fetched)
    }

    @Test func theNewestFrameIsWrittenAndWhatHelpsIsTold() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "preview.jpg").path
        for target in [["--save", file], ["--directory", folder.url.path]] {
            let (outcome, body, _) = try await run(["desk", "--peripheral", "10530"] + target) { worker, id in
                try await Self.look(worker, id, 1, ["nearer", "left"])
                try await Self.look(worker, id, 2, nil)
                try await Self.end(worker, id, "timedOut")
            }
            #expect(outcome.code == 75 && outcome.err.joined().contains("did not agree"))
            #expect(body?.wish == DisplayWish(peripheralID: 10_530))
            #expect((body?.previewKey?.count ?? 0) >= 36)
        }
        // The end may come before a frame is fetched, but a reading cannot.
        let (outcome, _, fetched) = try await run(["desk", "--save", file]) { worker, id in
            try await Self.look(worker, id, 1, ["nearer", "left"])
            let reading = Reading(
                readingKey: Self.key,
                type: .biometrics,
                timestamp: Date(timeIntervalSince1970: 1_700_000_000),
                timeQuality: .received,
                receivedAt: Date(timeIntervalSince1970: 1_700_000_000),
                hub: try #require(HubID(rawValue: "h")),
                source: RecordSource(kind: .ocr),
                measurements: [Measurement(metric: .systolic, value: 128, unit: "mm[Hg]")]
            )
            let event = OCRDidCompleteReading(
                seat: nil,
                hub: "h",
                jobID: id,
                record: reading,
                crop: nil,
                metadata: .init(frames: 5, agreement: 1, confidence: 0.95, accepted: true, fields: [])
            )
            try await worker.publish(OCRTopics.ocrDidCompleteReading, data: event)
        }
        #expect(outcome.code == 0 && fetched == 1, "\(outcome.err)")
        #expect(
            outcome.out.contains {
                $0.hasPrefix("no reading, noDisplay; move the meter closer to the camera, move the")
            }
        )
        #expect(outcome.out.contains { $0.contains("held for confirmation") })
        #expect(try Array(Data(contentsOf: URL(filePath: file))) == Self.picture)
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(rights == 0o600 && outcome.err.joined().contains("stays until you remove it"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["preview.jpg"])
    }

    @Test func aPictureIsFetchedOnlyWhereItIsShown() async throws {
        let (outcome, body, fetched) = try await run(["desk"]) { worker, id in
            try await Self.look(worker, id, 1, ["dark"])
            try await Self.end(worker, id, "ended")
        }
        #expect(outcome.code == 65 && fetched == 0 && body?.previewKey != nil)
    }

    @Test(arguments: [
        ["photo", "preview"], ["photo", "preview", "desk", "--seconds", "0"],
        ["photo", "preview", "desk", "--save", "a.jpg", "--directory", "."],
    ])
    func wrongUsageIs64(arguments: [String]) async {
        let outcome = await Shell().run(arguments)
        #expect(outcome.code == 64 && !outcome.err.isEmpty)
    }

    @Test func aFileThatCannotBeWrittenIsToldBeforeTheCameraIsAsked() async throws {
        let (outcome, body, _) = try await run(["desk", "--save", "/nowhere/preview.jpg"]) { _, _ in }
        #expect(outcome.code == 65 && body == nil && outcome.err.joined().contains("/nowhere is not a folder"))
        let folder = try TemporaryFolder()
        let old = folder.url.appending(path: "preview.jpg")
        try Data("old".utf8).write(to: old)
        let (unseen, _, _) = try await run(["desk", "--save", old.path]) { try await Self.end($0, $1, "ended") }
        #expect(unseen.code == 65 && !unseen.err.joined().contains("last frame"), "it shows none of this camera")
    }

    @Test func aTerminalShowsBlocksInItsColours() throws {
        // The left half is white, the right half black.
        let pixels = (0..<8).flatMap { _ in [UInt8](repeating: 255, count: 24) + [UInt8](repeating: 0, count: 24) }
        let image = try #require(ColorImage(width: 16, height: 8, pixels: pixels))
        let plain = BlockPicture.lines(of: image, columns: 16, lines: 10, colors: .none)
        #expect(plain == [String](repeating: "@@@@@@@@        ", count: 4), "a cell shows two pixels")
        let full = BlockPicture.lines(of: image, columns: 4, lines: 10, colors: .full)
        #expect(
            full.count == 1
                && full[0] == "\u{1B}[38;2;255;255;255;48;2;255;255;255m▀▀\u{1B}[38;2;0;0;0;48;2;0;0;0m▀▀\u{1B}[0m"
        )
        let palette = BlockPicture.lines(of: image, columns: 4, lines: 10, colors: .palette)
        #expect(palette == ["\u{1B}[38;5;231;48;5;231m▀▀\u{1B}[38;5;16;48;5;16m▀▀\u{1B}[0m"])
        #expect(
            BlockPicture.lines(of: image, columns: 40, lines: 2, colors: .none).map(\.count) == [8, 8],
            "the shape stays"
        )
        #expect(BlockPicture.lines(of: image, columns: 0, lines: 2, colors: .none).isEmpty)
        #expect(BlockPicture.Colors(["COLORTERM": "truecolor"]) == .full)
        #expect(BlockPicture.Colors(["TERM": "xterm-256color"]) == .palette)
        #expect(BlockPicture.Colors(["TERM": "xterm-256color", "NO_COLOR": "1"]) == .none)
        #expect(BlockPicture.Colors([:]) == .none)
    }

    @Test func aTerminalIsDrawnInPlace() async throws {
        let drawn = Mutex<[String]>([])
        let environment = CommandEnvironment(
            out: { _ in },
            err: { _ in },
            progress: { text in drawn.withLock { $0.append(text) } },
            variables: ["TERM": "xterm-256color"],
            displays: { PhotoLibraries() }
        )
        let screen = try PreviewScreen(environment: environment, isPlain: false)
        #expect(try screen.showsPictures && !PreviewScreen(environment: environment, isPlain: true).showsPictures)
        let result = DisplayResult(text: "1 8", fields: [], confidence: 0, accepted: false, refused: "glare")
        for _ in 0..<2 {
            await screen.show(result, preview: Self.preview(["glare", "new\u{1B}[2Jword"]), picture: Self.picture)
        }
        let texts = drawn.withLock(\.self)
        #expect(texts.count == 2 && texts[0].contains("▀") && texts[0].contains("a reflection"))
        let lines = texts[0].split(separator: "\n").count
        #expect(texts[1].hasPrefix("\u{1B}[\(lines)A\r\u{1B}[J"))
        #expect(!texts[0].contains("\u{1B}[2J"), "words from outside do not move the cursor")
    }
}

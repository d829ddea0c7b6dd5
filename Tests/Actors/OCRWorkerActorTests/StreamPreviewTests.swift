import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OCRTools
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// A stream's frames, drawn only for the client that asked for a preview.
@Suite struct StreamPreviewTests {
    private let camera = ["cameras": "cam=/dev/video7"]
    private let sharing = ["cameras": "cam=/dev/video7", "share-values": "true"]
    private let key = "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0"

    /// Frames that can all be drawn.
    private func engine(_ count: Int) -> ScriptedEngine {
        var engine = ScriptedEngine()
        engine.frames = (0..<count).map { number in
            let preview = DrawnPreview(
                picture: SampleImages.plainPNG(side: 20 + number),
                width: 20 + number,
                height: 20 + number,
                frame: PictureArea(x: 2, y: 3, width: 10, height: 11),
                display: PictureArea(x: 1, y: 1, width: 5, height: 5),
                hints: ["nearer"]
            )
            return SeenFrame(display: SeenDisplay(text: "1 8", refused: "tooSmall"), preview: preview)
        }
        return engine
    }

    private func bytes(_ site: WorkerSite, _ picture: PictureReference, _ key: String?) async throws -> [UInt8]? {
        let body = PictureBytesRequest(sha256: picture.sha256, offset: 0, previewKey: key)
        let piece = try await site.call(OCRTopics.pictureBytes, body)
        return Data(base64Encoded: piece.data).map { Array($0) }
    }

    @Test func fiveFramesASecondAreDrawnForWhoAsked() async throws {
        for flags in [sharing, camera] {
            let site = try WorkerSite()
            let feeds = ScriptedFeeds(count: 10, end: .waits, interval: .milliseconds(100))
            try await site.running(engine: engine(10), feeds: feeds, flags: flags) { _ in
                let body = StartReading(source: "cam", seat: "bed-1", previewKey: key)
                _ = try await site.call(OCRTopics.startReading, body, id: "stream-1")
                try await eventually("the frames are told") { site.told(OCRTopics.ocrDidProcessResult).count == 10 }
                let told = site.told(OCRTopics.ocrDidProcessResult)
                #expect(told.filter { $0.preview != nil }.map(\.frame) == [1, 3, 5, 7, 9])
                // Events contain values only if they are shared, whoever watches.
                #expect(told.allSatisfy { $0.result.text.isEmpty == (flags == camera) })
                let preview = try #require(told[2].preview)
                #expect(preview.hints == ["nearer"] && preview.frame.width == 10 && preview.width == 22)
                #expect(try await bytes(site, preview.picture, key) == SampleImages.plainPNG(side: 22))
                for wrong in [nil, "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f1"] as [String?] {
                    let error = await #expect(throws: BusError.self) {
                        _ = try await bytes(site, preview.picture, wrong)
                    }
                    #expect(error?.code == .notFound)
                }
            }
        }
    }

    @Test func nothingIsDrawnForWhoDidNotAsk() async throws {
        let site = try WorkerSite()
        let feeds = ScriptedFeeds(count: 3, end: .waits, interval: .seconds(1))
        try await site.running(engine: engine(3), feeds: feeds, flags: sharing) { actor in
            _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
            try await eventually("the frames are told") { site.told(OCRTopics.ocrDidProcessResult).count == 3 }
            #expect(site.told(OCRTopics.ocrDidProcessResult).allSatisfy { $0.preview == nil })
            #expect(await actor.streams.previews.count == 0)
        }
    }

    @Test func aKeyThatCouldBeGuessedAndAHubWithoutPreviewsAreRefused() async throws {
        let site = try WorkerSite()
        try await site.running(feeds: ScriptedFeeds(end: .waits), flags: sharing) { _ in
            for short in ["", "true", "a key with spaces in it", String(repeating: "a", count: 65)] {
                let error = await #expect(throws: BusError.self) {
                    _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam", previewKey: short))
                }
                #expect(error?.code == .invalidArgument)
            }
        }
        let closed = try WorkerSite()
        let flags = sharing.merging(["previews": "false"]) { $1 }
        try await closed.running(feeds: ScriptedFeeds(end: .waits), flags: flags) { _ in
            let error = await #expect(throws: BusError.self) {
                _ = try await closed.call(OCRTopics.startReading, StartReading(source: "cam", previewKey: key))
            }
            #expect(error?.code == .notAuthorized)
        }
    }

    @Test func whatASeatShowedIsErasedWithIt() async throws {
        let site = try WorkerSite()
        let feeds = ScriptedFeeds(count: 1, end: .waits)
        try await site.running(engine: engine(1), feeds: feeds, flags: camera) { actor in
            let body = StartReading(source: "cam", seat: "bed-1", previewKey: key)
            _ = try await site.call(OCRTopics.startReading, body, id: "stream-1")
            try await eventually("the frame is told") { site.told(OCRTopics.ocrDidProcessResult).count == 1 }
            #expect(await actor.streams.previews.count == 1)
            _ = try await site.call(OCRTopics.erasePictures, SeatReference(seat: "bed-1"))
            #expect(await actor.streams.previews.count == 0)
        }
    }

    @Test func thePaceIsTheStreamsOwn() {
        var pace = PreviewPace()
        let times = [0, 50, 199, 200, 399, 401, 900, 1_000, 100, 299, 300].map { Duration.milliseconds($0) }
        let due = times.map { pace.isDue(at: $0) }
        // A reopened stream begins at zero again.
        #expect(due == [true, false, false, true, false, true, true, false, true, false, true])
    }
}

import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import OCRTools
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// The contents of a stream's frames, for people who watch.
@Suite struct StreamCropTests {
    private let camera = ["cameras": "cam=/dev/video7"]
    private let sharing = ["cameras": "cam=/dev/video7", "share-values": "true"]

    private func engine() -> ScriptedEngine {
        var engine = ScriptedEngine()
        let glare = Glare(area: PictureArea(x: 1, y: 2, width: 3, height: 4), strength: 0.7)
        let hidden = SeenDisplay(text: "1 8", refused: "glare", glare: glare, crop: SampleCrop.bytes)
        engine.frames = [SeenFrame(display: hidden), SeenFrame(display: SeenDisplay(text: "", refused: "noDisplay"))]
        return engine
    }

    @Test func eachFrameWithADisplayTellsGlareAndACropThatCanBeRead() async throws {
        let site = try WorkerSite()
        try await site.running(engine: engine(), feeds: ScriptedFeeds(count: 2, end: .waits), flags: sharing) { _ in
            _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
            try await eventually("the frames are told") { site.told(OCRTopics.ocrDidProcessResult).count == 2 }
            let results = site.told(OCRTopics.ocrDidProcessResult).map(\.result)
            #expect(results[0].text == "1 8" && results[0].glare?.strength == 0.7 && results[1].crop == nil)
            let crop = try #require(results[0].crop)
            #expect(crop.readingKey == nil)
            let body = PictureBytesRequest(sha256: crop.sha256, offset: 0)
            let piece = try await site.call(OCRTopics.pictureBytes, body)
            #expect(Data(base64Encoded: piece.data).map { Array($0) } == SampleCrop.bytes)
            await #expect(throws: BusError.self) {
                let beyond = PictureBytesRequest(sha256: crop.sha256, offset: crop.size)
                _ = try await site.call(OCRTopics.pictureBytes, beyond)
            }
        }
    }

    /// This is stricter than for a reading, whose picture is referenced because a person must confirm it.
    @Test func whatIsNotSharedGivesNoCrop() async throws {
        let site = try WorkerSite()
        try await site.running(engine: engine(), feeds: ScriptedFeeds(count: 2, end: .waits), flags: camera) { actor in
            _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
            try await eventually("the frames are told") { site.told(OCRTopics.ocrDidProcessResult).count == 2 }
            let results = site.told(OCRTopics.ocrDidProcessResult).map(\.result)
            #expect(results.allSatisfy { $0.crop == nil && $0.text.isEmpty } && results[0].glare?.strength == 0.7)
            let crops = await actor.streams.crops.count
            #expect(crops == 0)
            await #expect(throws: BusError.self) {
                let body = PictureBytesRequest(sha256: CleanImage.sha256(of: SampleCrop.bytes), offset: 0)
                _ = try await site.call(OCRTopics.pictureBytes, body)
            }
        }
    }

    @Test func onlyWhoSharesHasFramesCutOut() async throws {
        for (flags, isCut) in [(sharing, true), (camera, false)] {
            let site = try WorkerSite()
            let engine = engine()
            try await site.running(engine: engine, feeds: ScriptedFeeds(end: .waits), flags: flags) { _ in
                _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
                #expect(engine.asked.cutsFrames == [isCut])
            }
        }
    }
}

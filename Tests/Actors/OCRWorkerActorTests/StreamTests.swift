import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OCRTools
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// Displays that are read in frames.
@Suite struct StreamTests {
    private let camera = ["cameras": "cam=/dev/video7", "share-values": "true"]

    @Test func framesThatAgreeMakeAReading() async throws {
        let site = try WorkerSite()
        var engine = ScriptedEngine()
        let seen = ScriptedEngine.reading
        engine.frames = [
            SeenFrame(display: SeenDisplay(text: "12_", refused: "blurred")), SeenFrame(display: seen),
            SeenFrame(display: seen, completed: .init(display: seen, frames: 2, share: 0.5)),
        ]
        try await site.running(engine: engine, feeds: ScriptedFeeds(count: 9), flags: camera) { actor in
            let body = StartReading(source: "cam", seat: "bed-1")
            let job = try await site.call(OCRTopics.startReading, body, id: "stream-1")
            #expect(job.state == "waiting")
            try await eventually("the reading is held") { site.keeper.readings.count == 1 }
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCompleteReading).isEmpty }
            let completed = try #require(site.told(OCRTopics.ocrDidCompleteReading).first)
            #expect(completed.record.readingKey == job.readingKey && completed.metadata.frames == 2)
            #expect(completed.metadata.agreement == 0.5 && completed.crop != nil && completed.seat == "bed-1")
            #expect(site.told(OCRTopics.ocrDidProcessResult).map(\.frame) == [1, 2, 3])
            #expect(site.keeper.readings.first?.source.recognition?.frames == 2)
            try await eventually("the stream is over") { await actor.streams.count == 0 }
            #expect(site.told(OCRTopics.ocrDidCancel).isEmpty)
        }
    }

    @Test func aCameraThatCannotBeHadIsTold() async throws {
        for reason in ["denied", "missing", "busy"] as [OCRCameraUnavailable.Reason] {
            let site = try WorkerSite()
            let feeds = ScriptedFeeds(trouble: FeedTrouble(reason.rawValue, message: "no"))
            try await site.running(feeds: feeds, flags: camera) { _ in
                _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
                try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
                #expect(site.told(OCRTopics.ocrCameraUnavailable).map(\.reason) == [reason])
                #expect(site.told(OCRTopics.ocrCameraUnavailable).map(\.source) == ["cam"])
            }
        }
    }

    @Test func aStreamEndsWhenSomebodyWantsItNoMore() async throws {
        let site = try WorkerSite()
        try await site.running(feeds: ScriptedFeeds(end: .waits), flags: camera) { _ in
            _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
            #expect(try await site.call(OCRTopics.cancel, CancelOCR()).jobs == ["stream-1"])
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
            #expect(site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["requested"])
        }
    }

    @Test func aStreamThatShowsNothingEndsWithoutAReading() async throws {
        let site = try WorkerSite()
        try await site.running(feeds: ScriptedFeeds(count: 3), flags: camera) { _ in
            _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam"), id: "stream-1")
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
            #expect(site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["ended"])
            #expect(site.keeper.readings.isEmpty)
        }
    }
}

import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OCRTools
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// Displays read in frames that the caller pushes, as a browser does with its camera's.
@Suite struct PushedFramesTests {
    private let start = StartReading(source: "pushed", seat: "bed-1")
    private let piece = Data([1, 2, 3]).base64EncodedString()

    private func frame(_ number: Int, part: Int = 0, of parts: Int = 1) -> PushFrame {
        PushFrame(jobID: "stream-1", frame: number, part: part, parts: parts, data: piece)
    }

    @Test func eachFrameIsAnsweredWithWhatItShowsUntilTheyAgree() async throws {
        let site = try WorkerSite()
        let seen = ScriptedEngine.reading
        let aim = FrameAim(
            width: 640,
            height: 480,
            frame: PictureArea(x: 1, y: 2, width: 3, height: 4),
            display: nil,
            hints: ["nearer"]
        )
        var engine = ScriptedEngine()
        engine.frames = [
            SeenFrame(display: SeenDisplay(text: "12_", refused: "blurred"), waits: [.fewFrames], aim: aim),
            SeenFrame(display: seen, completed: .init(display: seen, frames: 2, share: 1)),
        ]
        // The caller gets the values whether they are shared or not.
        try await site.running(engine: engine) { actor in
            let job = try await site.call(OCRTopics.startReading, start, id: "stream-1")
            #expect(try await site.call(OCRTopics.pushFrame, frame(1, of: 2)) == FramePushed())
            let first = try await site.call(OCRTopics.pushFrame, frame(1, part: 1, of: 2))
            #expect(first.seen?.text == "12_" && first.aim == aim && first.waits == [.fewFrames] && !first.ended)
            // A repeat gets the same answer as before, and is not another frame.
            #expect(try await site.call(OCRTopics.pushFrame, frame(1, part: 1, of: 2)) == first)
            let last = try await site.call(OCRTopics.pushFrame, frame(2))
            #expect(last.ended && last.held == true && last.seen?.fields.first?.text == "128")
            try await eventually("the reading is held") { site.keeper.readings.map(\.readingKey) == [job.readingKey] }
            try await eventually("the stream is over") { await actor.streams.count == 0 }
            let error = await #expect(throws: BusError.self) { try await site.call(OCRTopics.pushFrame, frame(3)) }
            #expect(error?.code == .notFound)
            #expect(site.told(OCRTopics.ocrDidProcessResult).allSatisfy { $0.result.text.isEmpty })
        }
    }

    @Test func whatIsNoPictureIsAnsweredAndTheNextFrameMayBeOne() async throws {
        let site = try WorkerSite()
        try await site.running { _ in
            _ = try await site.call(OCRTopics.startReading, start, id: "stream-1")
            #expect(try await site.call(OCRTopics.pushFrame, frame(1)) == FramePushed())
            #expect(try await site.call(OCRTopics.cancel, CancelOCR(jobID: "stream-1")).jobs == ["stream-1"])
            try await eventually("its end is told") { site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["requested"] }
        }
    }

    @Test func framesThatCannotBeAreRefused() async throws {
        let frames = PushedFrames(begun: Date(), clock: ManualClock())
        for wrong in [frame(0), frame(1, of: 0), frame(1, of: 13), frame(1, part: 2, of: 2), frame(1, part: -1)] {
            let error = await #expect(throws: BusError.self) { try await frames.push(wrong, at: Date()) }
            #expect(error?.code == .invalidArgument)
        }
        for data in ["", "no base64!", Data(count: 40_001).base64EncodedString()] {
            let wrong = PushFrame(jobID: "stream-1", frame: 1, part: 0, parts: 1, data: data)
            let error = await #expect(throws: BusError.self) { try await frames.push(wrong, at: Date()) }
            #expect(error?.code == .invalidArgument)
        }
        #expect(try await frames.push(frame(2, of: 2), at: Date()) == FramePushed())
        for late in [frame(1), frame(2, part: 1, of: 3)] {
            await #expect(throws: BusError.self) { try await frames.push(late, at: Date()) }
        }
    }

    @Test func oneFrameIsUnderWayAtATime() async throws {
        let frames = PushedFrames(begun: Date(), clock: ManualClock())
        let first = Task { try await frames.push(frame(1), at: Date()) }
        try await frames.read { _ in
            let error = await #expect(throws: BusError.self) { try await frames.push(frame(2), at: Date()) }
            #expect(error?.code == .busy && error?.isRetriable == true)
            return false
        }
        frames.end()
        #expect(try await first.value.ended)
        #expect(try await frames.push(frame(9), at: Date()).ended)
    }

    @Test func whoGivesNoMoreFramesHasGone() async throws {
        let clock = ManualClock()
        let frames = PushedFrames(begun: Date(), clock: clock)
        let reading = Task {
            try await frames.read { _ in
                Issue.record("there is no frame")
                return false
            }
        }
        for _ in 0..<2 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: PushedFrames.patience)
        }
        try await reading.value
    }
}

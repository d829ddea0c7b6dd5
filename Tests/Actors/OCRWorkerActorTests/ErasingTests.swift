import BusContract
import ContractLiterals
import Dispatch
import Foundation
import ImageCleaning
import MessageBus
import OCRTools
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// `erasePictures`, checked in the files and on the bus.
@Suite struct ErasingTests {
    /// Holds the reading of one seat's display until it is released.
    private final class Stop: Sendable {
        let begun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)

        func look() -> SeenDisplay {
            begun.signal()
            mayEnd.wait()
            return ScriptedEngine.seen("111", sys: 111)
        }
    }

    private func picture(_ word: String) -> [UInt8] { SampleImages.jpeg(hiding: word, side: 16) }

    private func erase(_ seat: String, _ site: WorkerSite) async throws -> PicturesErased {
        try await site.call(OCRTopics.erasePictures, SeatReference(seat: seat))
    }

    /// All files of the worker, including those in folders.
    private func files(_ site: WorkerSite) throws -> [(name: String, bytes: Data)] {
        let root = site.folder.url
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return names.compactMap { name in
            (try? Data(contentsOf: root.appending(path: name))).map { (name, $0) }
        }
    }

    @Test func anErasedSeatStandsInNoFile() async throws {
        let site = try WorkerSite()
        site.keeper.setAway(true)
        try await site.running { actor in
            let (own, others) = (try await site.hand(picture("a")), try await site.hand(SampleImages.plainPNG(side: 9)))
            let body = RecognizePicture(sha256: own, seat: "zebra-bed")
            #expect(try await site.end(of: "zebra-1", body).held == true)
            let other = RecognizePicture(sha256: others, seat: "bed-2")
            _ = try await site.end(of: "job-2", other)
            try await eventually("both are told") { site.told(OCRTopics.ocrDidCompleteReading).count == 2 }
            let erased = try await erase("zebra-bed", site)
            let expected = PicturesErased(seat: "zebra-bed", jobs: 1, pictures: 1, readings: 1, streams: 0)
            #expect(erased == expected)
            for (name, bytes) in try files(site) {
                #expect(bytes.range(of: Data("zebra".utf8)) == nil, "\(name)")
            }
            #expect(try await actor.photos.pictures.names().count == 1)
            #expect(
                try await site.call(OCRTopics.recognize, other, id: "job-2").state == "done",
                "the neighbour's stays"
            )
            // The job no longer exists, and its picture would have to be sent again.
            let gone = await #expect(throws: BusError.self) {
                _ = try await site.call(OCRTopics.recognize, body, id: "zebra-1")
            }
            #expect(gone?.code == .notFound)
            #expect(try await erase("zebra-bed", site).jobs == 0)
            site.keeper.setAway(false)
            try await eventually("the neighbour's reading is held") { !site.keeper.readings.isEmpty }
            #expect(site.keeper.readings.map(\.seat?.rawValue) == ["bed-2"])
            let pictures = site.keeper.taken.filter { if case .picture = $0 { true } else { false } }
            #expect(pictures.count == 1, "and no other's picture")
        }
    }

    @Test func whatIsReadAtThatMomentAppearsNowhere() async throws {
        let (site, stop, slow) = (try WorkerSite(), Stop(), try CleanImage(cleaning: picture("a")).bytes)
        let engine = ScriptedEngine(look: { $0 == slow ? stop.look() : ScriptedEngine.reading })
        try await site.running(engine: engine) { actor in
            let (own, others) = (try await site.hand(picture("a")), try await site.hand(SampleImages.plainPNG(side: 9)))
            _ = try await site.call(
                OCRTopics.recognize,
                RecognizePicture(sha256: own, seat: "bed-1"),
                id: "job-1"
            )
            await wait(for: stop.begun)
            async let erased = erase("bed-1", site)
            try await eventually("the worker knows") { await actor.lanes.forgotten.keys.map(\.self) == ["job-1"] }
            stop.mayEnd.signal()
            #expect(try await erased.jobs == 1)
            _ = try await site.end(of: "job-2", RecognizePicture(sha256: others, seat: "bed-2"))
            try await eventually("the next one is told") { !site.told(OCRTopics.ocrDidCompleteReading).isEmpty }
            try await eventually("the next one is held") { !site.keeper.readings.isEmpty }
            #expect(site.keeper.readings.map(\.seat?.rawValue) == ["bed-2"])
            #expect(site.told(OCRTopics.ocrDidProcessResult).map(\.jobID) == ["job-2"])
            #expect(site.told(OCRTopics.ocrDidCancel).isEmpty)
        }
    }

    @Test func aSeatsStreamEnds() async throws {
        let site = try WorkerSite()
        let flags = ["cameras": "cam=/dev/video7"]
        try await site.running(feeds: ScriptedFeeds(end: .waits), flags: flags) { actor in
            for (id, seat) in [("stream-1", "bed-1"), ("stream-2", "bed-2")] {
                _ = try await site.call(OCRTopics.startReading, StartReading(source: "cam", seat: seat), id: id)
            }
            #expect(try await erase("bed-1", site).streams == 1)
            #expect(await actor.streams.count == 1)
            try await eventually("its end is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
            #expect(site.told(OCRTopics.ocrDidCancel).map(\.jobID) == ["stream-1"])
        }
    }

    @Test func whatIsNoSeatIsRefused() async throws {
        let site = try WorkerSite()
        try await site.running { _ in
            await #expect(throws: BusError.self) { _ = try await erase("Bed 1", site) }
        }
    }

    /// Waits for a semaphore on a thread that may block.
    private func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}

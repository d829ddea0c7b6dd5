import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import OCRTools
import StoreEngine
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// A picture's path from its announcement to the held reading, over the bus.
@Suite struct PictureJobTests {
    private let picture = SampleImages.jpeg(hiding: "GEHEIM") + [UInt8](repeating: 0, count: 50_000)

    @Test func aPictureBecomesAReadingThatFollowsItsCrop() async throws {
        let site = try WorkerSite()
        try await site.running(flags: ["share-values": "true"]) { actor in
            let name = try await site.hand(picture)
            let body = RecognizePicture(sha256: name, seat: "bed-1")
            let job = try await site.end(of: "job-1", body)
            #expect(job.state == "done" && job.result?.text == "128\n83" && job.result?.accepted == true)
            let crop = try #require(job.result?.crop)
            #expect(crop.sha256 == CleanImage.sha256(of: SampleCrop.bytes) && crop.readingKey == job.readingKey)
            try await eventually("the reading is at the session manager") { !site.keeper.readings.isEmpty }
            let reading = try #require(site.keeper.readings.first)
            #expect(site.keeper.taken == [.picture(job.readingKey, crop.sha256), .reading(reading)])
            #expect(reading.readingKey == job.readingKey && reading.awaitsConfirmation == true)
            #expect(reading.seat?.rawValue == "bed-1" && reading.hub.rawValue == "room-1")
            #expect(reading.source.kind == .ocr && reading.source.model == "BP1")
            #expect(reading.source.recognition?.confidence == 0.98)
            #expect(reading.measurements.map(\.value) == [128])
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCompleteReading).isEmpty }
            #expect(site.told(OCRTopics.ocrDidProcessResult).map(\.result.text) == ["128\n83"])
            #expect(site.told(OCRTopics.ocrDidCompleteReading).map(\.record.readingKey) == [job.readingKey])
            // The stored picture has lost its metadata.
            let kept = try await actor.photos.whole(name)
            let clean = try CleanImage(cleaning: picture)
            #expect(kept == clean.bytes)
            try await eventually("the crop is removed once the session manager has it") {
                try await actor.keeper.sweep()
                return try await actor.keeper.pictures.names().isEmpty
            }
        }
    }

    @Test func valuesThatAreNotSharedStandInNoEvent() async throws {
        let site = try WorkerSite()
        try await site.running { _ in
            let name = try await site.hand(picture)
            _ = try await site.end(of: "job-1", RecognizePicture(sha256: name))
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCompleteReading).isEmpty }
            let result = try #require(site.told(OCRTopics.ocrDidProcessResult).first).result
            #expect(result.text.isEmpty && result.fields.isEmpty)
            let completed = try #require(site.told(OCRTopics.ocrDidCompleteReading).first)
            #expect(completed.record.measurements.isEmpty && completed.record.source.recognition?.text == "")
            #expect(completed.metadata.fields.isEmpty)
        }
    }

    @Test func whatShowsNoReadingIsToldAndHeldByNobody() async throws {
        let site = try WorkerSite()
        let engine = ScriptedEngine(look: { _ in SeenDisplay(text: "E1", refused: "errorCode") })
        try await site.running(engine: engine) { _ in
            let name = try await site.hand(picture)
            let job = try await site.end(of: "job-1", RecognizePicture(sha256: name))
            #expect(job.state == "done" && job.result?.refused == "errorCode" && job.result?.crop == nil)
            try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
            #expect(site.told(OCRTopics.ocrDidCancel).map(\.reason) == ["refused"])
            #expect(site.keeper.taken.isEmpty)
        }
    }

    @Test func whatCannotBeReadFails() async throws {
        let site = try WorkerSite()
        let torn = UnreadablePicture("unreadable", message: "torn")
        let engine = ScriptedEngine(look: { _ throws(UnreadablePicture) in throw torn })
        try await site.running(engine: engine) { _ in
            let name = try await site.hand(picture)
            let job = try await site.end(of: "job-1", RecognizePicture(sha256: name))
            #expect(job.state == "failed" && job.error?.message == "torn")
        }
    }

    @Test func anUncertainReadingIsHeldOnlyWhereThatIsWanted() async throws {
        let engine = ScriptedEngine(look: { _ in ScriptedEngine.seen("123", sys: 123, isAccepted: false) })
        for isWanted in [true, false] {
            let site = try WorkerSite()
            try await site.running(engine: engine, flags: ["hold-uncertain": "\(isWanted)"]) { _ in
                let name = try await site.hand(picture)
                let job = try await site.end(of: "job-1", RecognizePicture(sha256: name))
                #expect(job.result?.accepted == false)
                if isWanted {
                    try await eventually("it is held") { site.keeper.readings.count == 1 }
                } else {
                    try await eventually("it is told") { !site.told(OCRTopics.ocrDidCancel).isEmpty }
                    #expect(site.keeper.readings.isEmpty)
                }
            }
        }
    }

    @Test func onlyTellingHoldsNothing() async throws {
        let site = try WorkerSite()
        try await site.running { _ in
            let name = try await site.hand(picture)
            let job = try await site.end(of: "job-1", RecognizePicture(sha256: name, holds: false))
            #expect(job.state == "done" && job.result?.fields.count == 1)
            #expect(site.keeper.taken.isEmpty)
        }
    }

    /// A phone's picture is stored and read as the JPEG that a record may carry later, under its original name.
    @Test func aPhonesPictureIsKeptAsJPEG() async throws {
        let heic = try #require(Data(base64Encoded: SampleImages.heicWithPlace)).map(\.self)
        let site = try WorkerSite()
        let read = Mutex<[[UInt8]]>([])
        let made = SampleImages.plainJPEG()
        var engine = ScriptedEngine()
        engine.made = { picture throws(UnreadablePicture) in
            guard picture == heic else { throw UnreadablePicture("damaged", message: "the picture is damaged") }
            return made
        }
        engine.look = { picture throws(UnreadablePicture) in
            read.withLock { $0.append(picture) }
            return ScriptedEngine.reading
        }
        try await site.running(engine: engine) { _ in
            let name = try await site.hand(heic)
            let job = try await site.end(of: "job-1", RecognizePicture(sha256: name))
            #expect(job.state == "done" && read.withLock { $0 } == [made])
            let bytes = try await site.call(OCRTopics.pictureBytes, PictureBytesRequest(sha256: name, offset: 0))
            #expect(bytes.data == Data(made).base64EncodedString())
            let error = await #expect(throws: BusError.self) { try await site.hand(Array(heic.dropLast())) }
            #expect(error?.code == .invalidArgument && error?.message == "the picture is damaged")
        }
    }

    @Test func refusalsSayWhatIsWrong() async throws {
        let site = try WorkerSite()
        try await site.running { _ in
            func refused(_ code: BusError.Code, _ body: () async throws -> Void) async {
                do {
                    try await body()
                    Issue.record("nothing was refused")
                } catch let error as BusError {
                    #expect(error.code == code, "\(error)")
                } catch {
                    Issue.record("\(error)")
                }
            }
            let zeros = String(repeating: "0", count: 64)
            await refused(.notFound) {
                _ = try await site.call(OCRTopics.recognize, RecognizePicture(sha256: zeros))
            }
            await refused(.invalidArgument) { _ = try await site.hand(Array("<html>".utf8)) }
            await refused(.invalidArgument) {
                _ = try await site.call(OCRTopics.putPicture, PutPicture(sha256: zeros, size: 10_000_001))
            }
            await refused(.notFound) {
                let wish = DisplayWish(peripheralID: 4)
                _ = try await site.call(OCRTopics.recognize, RecognizePicture(sha256: zeros, wish: wish))
            }
            await refused(.notFound) {
                _ = try await site.call(OCRTopics.startReading, StartReading(source: "nowhere"))
            }
            await refused(.notAuthorized) {
                _ = try await site.call(OCRTopics.startReading, StartReading(source: "folder", path: "/etc"))
            }
            await refused(.invalidArgument) {
                _ = try await site.call(OCRTopics.overlay, OverlayRequest(peripheralID: 10_101, width: 1, height: 1))
            }
            let name = try await site.hand(picture)
            await refused(.invalidArgument) {
                _ = try await site.call(OCRTopics.scanCode, ScanCode(sha256: name, purpose: "key"))
            }
        }
    }
}

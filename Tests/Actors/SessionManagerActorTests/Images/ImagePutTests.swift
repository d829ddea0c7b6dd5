import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import PictureParts
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Images from the intake to their end, over the bus.
@Suite struct ImagePutTests {
    private static let word = "N48-12-30-GEHEIM"

    @Test func anImageFollowsItsRecordAndLeavesNothing() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let worker = try await FakeWorker("a", site)
            let record = try await manager.record(1)
            // Two parts, because of the long hidden text.
            let source = SampleImages.jpeg(hiding: Self.word) + [UInt8](repeating: 0, count: 50_000)
            var state = try await manager.announce(source, of: record)
            #expect(state.state == "wanted" && state.missing == [0, 1] && state.partSize == 40_000)
            state = try await manager.hand(1, of: source, record)
            #expect(state.missing == [0])
            state = try await manager.hand(0, of: source, record)
            #expect(state.state == "stored" && state.missing.isEmpty)
            #expect(try await manager.announce(source, of: record) == state, "a repeat says the same")
            #expect(try await manager.hand(0, of: source, record) == state)
            let clean = try CleanImage(cleaning: source)
            let file = site.folder.url.appending(path: "images").appending(path: clean.sha256)
            #expect(Array(try Data(contentsOf: file)) == clean.bytes)
            let item = try #require(try await worker.take().first)
            _ = try await manager.answer(worker.name, item.outcome("done", serverID: "rec-1"))
            try await worker.pull(apis: ["inform", "inform/images"], id: "pull-2")
            let image = try #require(try await worker.nextImages().first)
            #expect(image.logID == record && image.recordID == "rec-1" && image.imageID == state.imageID)
            #expect(image.contentType == "image/jpeg" && image.size == clean.bytes.count)
            #expect(image.sha256 == clean.sha256)
            let bytes = try await manager.bytes(of: image)
            #expect(bytes == clean.bytes)
            await manager.expect(.conflict) { _ = try await manager.bytes(of: image, fence: image.fence + 1) }
            let url = "https://media.invalid/1"
            _ = try await manager.answer(worker.name, image.outcome("done", serverID: "media-1", url: url))
            await manager.expect(.conflict) { _ = try await manager.bytes(of: image) }
            let told = try await manager.told("imageSubmitted")
            #expect(told.count == 1)
            let event = try WireJSON.decode(ImageSubmitted.self, from: Array((told.first?.data ?? "").utf8))
            #expect(event.seat == "bed-1" && event.hub == "room-1" && event.logID == record)
            #expect(event.media.mediaID == "media-1" && event.media.url == url)
            try await manager.until("the file is gone", passing: 1) {
                !FileManager.default.fileExists(atPath: file.path)
            }
            #expect(try await manager.announce(source, of: record).state == "submitted")
        }
    }

    @Test func refusalsNameWhatIsWrong() async throws {
        try await SessionSite().running { manager in
            let record = try await manager.record(1)
            let nobody = try #require(LogID(rawValue: "nobody"))
            await manager.expect(.notFound) { _ = try await manager.announce([1], of: nobody) }
            await manager.expect(.invalidArgument) {
                let body = PutImage(logID: record, sha256: "0".padding(64), size: 10_000_001)
                _ = try await manager.call(SessionOperations.putImage, body)
            }
            await manager.expect(.invalidArgument) {
                _ = try await manager.call(SessionOperations.putImage, PutImage(logID: record, sha256: "A", size: 1))
            }
            await manager.expect(.notFound) { _ = try await manager.hand(0, of: [1], record) }
            // Not an image, and not the announced one.
            for source in [
                Array("<html>".utf8), Array("\0\0\0\u{18}ftypheic".utf8), Array(SampleImages.plainPNG().dropLast()),
            ] {
                _ = try await manager.announce(source, of: record)
                await manager.expect(.invalidArgument) { _ = try await manager.hand(0, of: source, record) }
                #expect(manager.actor.images.images.uploads.count == 0, "nothing of it is kept")
            }
            let body = PutImage(logID: record, sha256: "0".padding(64), size: 1)
            _ = try await manager.call(SessionOperations.putImage, body)
            await manager.expect(.invalidArgument) {
                let part = ImagePart(logID: record, sha256: "0".padding(64), index: 0, data: "AA==")
                _ = try await manager.call(SessionOperations.imagePart, part)
            }
            #expect(try manager.files().isEmpty)
        }
    }

    @Test func withoutAPathImagesWaitAndHealthNamesTheKey() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let worker = try await FakeWorker("a", site)
            let record = try await manager.record(1)
            _ = try await manager.put(SampleImages.plainPNG(), of: record)
            let item = try #require(try await worker.take().first)
            _ = try await manager.answer(worker.name, item.outcome("done", serverID: "rec-1"))
            try await worker.pull(apis: ["inform", "legacy"], id: "pull-2")
            try await eventually("health names the key") {
                manager.pass(0)
                let problems = await manager.actor.health().problems
                return problems.first?.code == "imagePathNotConfigured"
                    && problems.first?.message.contains("destination.inform.paths.image") == true
            }
            #expect(await manager.actor.health().queueDepths["images"] == 1)
            // Records continue meanwhile.
            _ = try await manager.submit(try Samples.reading(2))
            #expect(try await worker.next().items.map(\.record.readingKey) == [Samples.key(2)])
        }
    }

    @Test func filesAreSweptAtTheStartAndLostOnesAreTold() async throws {
        let site = try SessionSite()
        let (orphan, gone) = (String(repeating: "a", count: 64), SampleImages.plainPNG())
        try await site.running { manager in
            let record = try await manager.record(1)
            _ = try await manager.put(gone, of: record)
            _ = try await manager.put(SampleImages.plainJPEG(), of: record)
            #expect(try manager.files().count == 2)
        }
        let folder = site.folder.url.appending(path: "images")
        try Data([1]).write(to: folder.appending(path: orphan))
        try Data([1]).write(to: folder.appending(path: orphan + ".part"))
        try FileManager.default.removeItem(at: folder.appending(path: CleanImage.sha256(of: gone)))
        try await site.running { manager in
            try await manager.until("files and rows agree", passing: 1) {
                try await manager.told("imageSubmissionFailed").count == 1 && manager.files().count == 1
            }
            #expect(try manager.files() == [CleanImage.sha256(of: SampleImages.plainJPEG())])
            #expect(try await manager.told("imageSubmissionFailed").first?.data.contains("imageMissing") == true)
        }
    }

    @Test func erasingASeatRemovesItsFilesBeforeItIsAnswered() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let record = try await manager.record(1)
            _ = try await manager.put(SampleImages.plainPNG(), of: record)
            let other = try await manager.record(2, seat: "bed-2")
            _ = try await manager.put(SampleImages.plainJPEG(), of: other)
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            let erased = try await manager.call(SessionOperations.eraseSeat, EraseSeat(seat: "bed-1"))
            #expect(erased.images == 1 && erased.records == 1)
            #expect(try manager.files() == [CleanImage.sha256(of: SampleImages.plainJPEG())])
        }
    }
}

extension String {
    fileprivate func padding(_ count: Int) -> String { self + String(repeating: "0", count: count - self.count) }
}

extension RunningManager {
    /// A queued record of a seat.
    fileprivate func record(_ number: Int, seat: String = "bed-1") async throws -> LogID {
        try await start(seat)
        let device = Samples.device(UInt8(number))
        try await assign(device, to: seat)
        let results = try await submit([try Samples.reading(number, device: device)])
        return try #require(results.first?.logID)
    }

    fileprivate func announce(_ image: [UInt8], of record: LogID) async throws -> ImageReceived {
        let body = PutImage(logID: record, sha256: CleanImage.sha256(of: image), size: image.count)
        return try await call(SessionOperations.putImage, body)
    }

    fileprivate func hand(_ index: Int, of image: [UInt8], _ record: LogID) async throws -> ImageReceived {
        let part = Data(image.dropFirst(index * 40_000).prefix(40_000)).base64EncodedString()
        let body = ImagePart(logID: record, sha256: CleanImage.sha256(of: image), index: index, data: part)
        return try await call(SessionOperations.imagePart, body)
    }

    fileprivate func put(_ image: [UInt8], of record: LogID) async throws -> ImageReceived {
        var state = try await announce(image, of: record)
        while let index = state.missing.first { state = try await hand(index, of: image, record) }
        #expect(state.state == "stored")
        return state
    }

    func bytes(of image: UploadGrant.Image, fence: Int64? = nil) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < image.size {
            let body = ImageBytesRequest(imageID: image.imageID, fence: fence ?? image.fence, offset: bytes.count)
            let piece = try await call(SessionOperations.imageBytes, body)
            bytes += Data(base64Encoded: piece.data).map { Array($0) } ?? []
        }
        return bytes
    }

    func files() throws -> Set<String> {
        let folder = site.folder.url.appending(path: "images")
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
}

extension FakeWorker {
    /// The images of the next grant message that has some.
    func nextImages() async throws -> [UploadGrant.Image] {
        while true {
            let images = try Envelope<UploadGrant>.decode(try await nextMessage()).data.images ?? []
            if !images.isEmpty { return images }
        }
    }
}

extension UploadGrant.Image {
    /// An outcome for this grant.
    fileprivate func outcome(_ result: UploadAck.Result, serverID: String? = nil, url: String? = nil)
        -> UploadAck.Outcome
    {
        UploadAck.Outcome(
            logID: imageID,
            revision: 1,
            fence: fence,
            result: result,
            serverID: serverID,
            possiblySent: false,
            url: url
        )
    }
}

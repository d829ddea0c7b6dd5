import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A camera's reading waits for a person, together with its picture.
@Suite struct HeldPictureTests {
    private static let right = Measurement(metric: .systolic, value: 128, unit: "mm[Hg]")

    private func seen(_ number: Int, seat: String? = "bed-1", waits: Bool? = nil) throws -> Reading {
        var reading = try Samples.reading(number, device: nil, quality: .received, seat: seat, kind: .ocr)
        reading.source.recognition = DisplayRecognition(text: "122\n73", confidence: 0.75, accepted: false)
        reading.awaitsConfirmation = waits
        return reading
    }

    @Test func aConfirmedReadingTakesItsPictureAlong() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let worker = try await FakeWorker("a", site)
            try await manager.start()
            let source = SampleImages.jpeg(hiding: "GEHEIM")
            let clean = try CleanImage(cleaning: source)
            #expect(try await manager.show(source, of: Samples.key(1)).state == "stored")
            #expect(try await manager.show(source, of: Samples.key(1)).state == "stored", "a repeat changes nothing")
            // It does not ask for a confirmation, but needs one.
            #expect(try await manager.submit(try seen(1)) == ["held"])
            let entry = try #require(try await manager.held().first)
            #expect(entry.reason == "awaitsConfirmation")
            #expect(entry.picture?.sha256 == clean.sha256 && entry.picture?.size == clean.bytes.count)
            let told = try WireJSON.decode(
                ReadingHeld.self,
                from: Array((try await manager.told("readingHeld").first?.data ?? "").utf8)
            )
            #expect(told.confidence == 0.75 && told.accepted == false && told.picture == entry.picture)
            #expect(told.forSeat == "bed-1")
            #expect(try await manager.picture(of: Samples.key(1)) == clean.bytes)
            let decided = try await manager.call(
                SessionOperations.confirmReading,
                ConfirmReading(readingKey: Samples.key(1), seat: "bed-1", measurements: [Self.right])
            )
            #expect(decided.outcome == "accepted" && decided.imageID != nil)
            let again = try await manager.confirm(1, for: "bed-1")
            #expect(again.outcome == "repeat" && again.imageID == decided.imageID)
            await manager.expect(.notFound) { _ = try await manager.picture(of: Samples.key(1)) }
            // The record comes first, and then the image.
            let item = try #require(try await worker.take().first)
            #expect(item.record.measurements.first?.value == 128)
            #expect(item.record.source.recognition?.original?.map(\.value) == [122])
            #expect(item.record.source.recognition?.text == "122\n73")
            _ = try await manager.answer(worker.name, item.outcome("done", serverID: "rec-1"))
            try await worker.pull(apis: ["inform", "inform/images"], id: "pull-2")
            let image = try #require(try await worker.nextImages().first)
            #expect(image.imageID == decided.imageID && image.recordID == "rec-1")
            #expect(try await manager.bytes(of: image) == clean.bytes)
        }
    }

    @Test func whatNobodyWantsLeavesNoPicture() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            let source = SampleImages.plainPNG()
            _ = try await manager.show(source, of: Samples.key(1))
            _ = try await manager.submit(try seen(1, waits: true))
            #expect(try manager.files().count == 1)
            #expect(try await manager.discard(1) == "discarded")
            try await manager.until("the file is gone", passing: 1) {
                try manager.files().isEmpty
            }
            #expect(try await manager.show(source, of: Samples.key(1)).state == "stored", "nobody needs it any more")
            let files = try manager.files()
            #expect(files.isEmpty)
        }
    }

    @Test func anErasedSeatLeavesNoPicture() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            _ = try await manager.show(SampleImages.plainPNG(), of: Samples.key(1))
            _ = try await manager.submit(try seen(1))
            _ = try await manager.show(SampleImages.plainPNG(), of: Samples.key(2))
            _ = try await manager.submit(try seen(2, seat: "bed-2"))
            let erased = try await manager.call(SessionOperations.eraseSeat, EraseSeat(seat: "bed-1"))
            #expect(erased.heldReadings == 1)
            await manager.expect(.notFound) { _ = try await manager.picture(of: Samples.key(1)) }
            #expect(try await manager.picture(of: Samples.key(2)) != [], "the other seat's stays")
            _ = try await manager.call(SessionOperations.eraseSeat, EraseSeat(seat: "bed-2"))
            try await manager.actor.images.files.sweep()
            let files = try manager.files()
            #expect(files.isEmpty, "both readings had the same file")
        }
    }

    @Test func aPictureGoesWhenItsTimeIsOverAndItsReadingStays() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            _ = try await manager.show(SampleImages.plainPNG(), of: Samples.key(1))
            _ = try await manager.submit(try seen(1))
            _ = try await manager.show(SampleImages.plainPNG(side: 9), of: Samples.key(2))
            // A picture without its reading is deleted sooner.
            try await manager.actor.store.deleteExpired(at: manager.at(1.1 * 86_400))
            try await manager.actor.images.files.sweep()
            #expect(try manager.files().count == 1)
            await manager.expect(.notFound) { _ = try await manager.picture(of: Samples.key(2)) }
            try await manager.actor.store.deleteExpired(at: manager.at(29.9 * 86_400))
            #expect(try await manager.held().first?.picture != nil)
            try await manager.actor.store.deleteExpired(at: manager.at(30.1 * 86_400))
            try await manager.actor.images.files.sweep()
            await manager.expect(.notFound) { _ = try await manager.picture(of: Samples.key(1)) }
            let files = try manager.files()
            #expect(files.isEmpty)
            let entry = try #require(try await manager.held().first)
            #expect(entry.reading.readingKey == Samples.key(1) && entry.picture == nil)
        }
    }

    @Test func theDefaultUsersReadingIsNotStoredAndNeitherIsItsPicture() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            _ = try await manager.call(SessionOperations.startSession, StartSession(seat: "bed-1", defaultUser: true))
            _ = try await manager.show(SampleImages.plainPNG(), of: Samples.key(1))
            #expect(try await manager.submit(try seen(1)) == ["notStored"])
            await manager.expect(.notFound) { _ = try await manager.picture(of: Samples.key(1)) }
        }
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        try await SessionSite().running { manager in
            await manager.expect(.invalidArgument) {
                _ = try await manager.show(Array("<html>".utf8), of: Samples.key(1))
            }
            await manager.expect(.invalidArgument) {
                _ = try await manager.call(
                    SessionOperations.putHeldPicture,
                    PutPicture(sha256: String(repeating: "0", count: 64), size: 1)
                )
            }
            let files = try manager.files()
            #expect(files.isEmpty)
        }
    }
}

extension RunningManager {
    /// Submits the picture of a reading in one part.
    fileprivate func show(_ source: [UInt8], of key: ReadingKey) async throws -> PictureReceived {
        let sha256 = CleanImage.sha256(of: source)
        let announced = try await call(
            SessionOperations.putHeldPicture,
            PutPicture(readingKey: key, sha256: sha256, size: source.count)
        )
        guard announced.state == "wanted" else { return announced }
        let data = Data(source).base64EncodedString()
        return try await call(
            SessionOperations.heldPicturePart,
            PicturePart(readingKey: key, sha256: sha256, index: 0, data: data)
        )
    }

    /// The held picture of a reading.
    fileprivate func picture(of key: ReadingKey) async throws -> [UInt8] {
        let piece = try await call(SessionOperations.heldPicture, HeldPictureRequest(readingKey: key, offset: 0))
        return Array(Data(base64Encoded: piece.data) ?? Data())
    }
}

import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import OCRWorkerActor

/// The crops of frames, which are kept for a while.
struct FrameCropsTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// A picture that differs from those with other sides.
    private func picture(_ side: Int) -> [UInt8] { SampleImages.plainPNG(side: side) }

    private func whole(_ crops: FrameCrops, _ sha256: String, at now: Date) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while let piece = bytes.isEmpty || bytes.count % 40_000 == 0
            ? try crops.piece(of: sha256, from: bytes.count, at: now) : nil
        {
            bytes += Array(try #require(Data(base64Encoded: piece.data)))
        }
        return bytes.isEmpty ? nil : bytes
    }

    @Test func aCropIsNamedByItsContentAndReadInPieces() throws {
        var crops = FrameCrops()
        let large = picture(205)
        let kept = crops.add(large, of: "a", at: start)
        let reference = try #require(kept)
        #expect(reference.sha256 == CleanImage.sha256(of: large) && reference.size == large.count)
        #expect(reference.contentType == "image/png" && reference.readingKey == nil)
        #expect(try whole(crops, reference.sha256, at: start) == large)
        #expect(try crops.piece(of: CleanImage.sha256(of: picture(9)), from: 0, at: start) == nil)
        for offset in [-1, large.count, .max, .min] {
            #expect(throws: BusError.self) { try crops.piece(of: reference.sha256, from: offset, at: start) }
        }
    }

    @Test func whatWasSeenForASeatIsForgottenWithIt() throws {
        var crops = FrameCrops()
        let (own, other) = (
            crops.add(picture(8), of: "a", seat: "bed-a", at: start),
            crops.add(picture(9), of: "b", seat: "bed-b", at: start)
        )
        crops.forget(seat: "bed-a")
        #expect(try crops.piece(of: #require(own).sha256, from: 0, at: start) == nil)
        #expect(try crops.piece(of: #require(other).sha256, from: 0, at: start) != nil)
    }

    @Test func theNewestOfEachStreamAreKept() throws {
        var crops = FrameCrops()
        let names = (8..<40).compactMap { crops.add(picture($0), of: "a", at: start)?.sha256 }
        #expect(crops.count == FrameCrops.most)
        for (place, name) in names.enumerated() {
            let isKept = try crops.piece(of: name, from: 0, at: start) != nil
            #expect(isKept == (place >= names.count - FrameCrops.most))
        }
        let other = crops.add(picture(8), of: "b", at: start)
        #expect(crops.count == FrameCrops.most + 1 && other?.sha256 == names[0])
        #expect(try crops.piece(of: names[31], from: 0, at: start) != nil)
    }

    @Test func bytesAndStreamsAreBounded() {
        var crops = FrameCrops()
        let (large, small) = ((500..<504).map(picture), (8..<26).map(picture))
        for bytes in large { _ = crops.add(bytes, of: "a", at: start) }
        #expect(crops.count == 3 && crops.byteCount <= FrameCrops.mostBytes)
        let tooLarge = crops.add(picture(1_001), of: "a", at: start)
        #expect(tooLarge == nil && crops.count == 3)
        for stream in 0..<6 { for bytes in large { _ = crops.add(bytes, of: "\(stream)", at: start) } }
        #expect(crops.byteCount <= StreamReader.limit * FrameCrops.mostBytes)
        for stream in 0..<8 { for bytes in small { _ = crops.add(bytes, of: "\(stream)", at: start) } }
        #expect(crops.count == StreamReader.limit * FrameCrops.most)
    }

    @Test func theSamePictureTwiceIsKeptOnceAndIsTheNewest() throws {
        var crops = FrameCrops()
        let kept = crops.add(picture(8), of: "a", at: start)
        let first = try #require(kept)
        for side in 9..<24 { _ = crops.add(picture(side), of: "a", at: start) }
        let again = crops.add(picture(8), of: "a", at: start)
        #expect(again == first && crops.count == FrameCrops.most)
        _ = crops.add(picture(24), of: "a", at: start)
        #expect(try crops.piece(of: first.sha256, from: 0, at: start) != nil)
    }

    @Test func timeTakesThemAwayAlsoWhenAClockIsSetBack() throws {
        var crops = FrameCrops()
        let kept = crops.add(picture(8), of: "a", at: start)
        let name = try #require(kept).sha256
        #expect(try crops.piece(of: name, from: 0, at: start.addingTimeInterval(59)) != nil)
        #expect(try crops.piece(of: name, from: 0, at: start.addingTimeInterval(60)) == nil)
        #expect(try crops.piece(of: name, from: 0, at: start.addingTimeInterval(-3_600)) == nil)
        crops.forget(at: start.addingTimeInterval(60))
        #expect(crops.count == 0)
    }

    @Test func whatIsNoPictureIsNotKept() {
        var crops = FrameCrops()
        for bytes in [[], [0xFF], Array("<html>".utf8), Array(picture(8).prefix(40))] as [[UInt8]] {
            let kept = crops.add(bytes, of: "a", at: start)
            #expect(kept == nil)
        }
        #expect(crops.count == 0)
    }
}

import BusContract
import ContractLiterals
import DisplayPeripherals
import ImageCleaning
import Leptonica
import OCRTools
import Pixels
import Testing

@testable import OCREngine

/// Frames of drawn displays, read with the product's own networks.
struct PictureVoteTests {
    private func looks(_ drawn: DrawnFrames, cutsFrames: Bool) throws -> [SeenFrame] {
        let engine = try DisplayPictureEngine(catalogue: .standard)
        var vote = try engine.vote(DisplayWish(type: "bloodPressure"), cutsFrames: cutsFrames)
        var seen: [SeenFrame] = []
        for place in drawn.frames.indices where seen.last?.completed == nil {
            seen.append(
                try vote.look(
                    at: drawn.picture(place),
                    number: place + 1,
                    time: .milliseconds(100 * place),
                    shows: false
                )
            )
        }
        return seen
    }

    /// The first of a few bursts whose frames complete a reading.
    private func completed(cutsFrames: Bool) throws -> (drawn: DrawnFrames, seen: [SeenFrame]) {
        for seed in 77_000_000_001...77_000_000_006 as ClosedRange<UInt64> {
            let drawn = DrawnFrames(seed: seed, count: 5, hasGlare: false)
            let seen = try looks(drawn, cutsFrames: cutsFrames)
            if seen.last?.completed != nil { return (drawn, seen) }
        }
        return try #require(nil as (drawn: DrawnFrames, seen: [SeenFrame])?, "no burst of an easy display is read")
    }

    @Test
    func `Each frame is cut out small, and the reading has its own picture`() throws {
        let (drawn, seen) = try completed(cutsFrames: true)
        for frame in seen {
            let crop = try ImageFile.read(bytes: frame.display.crop)
            #expect(crop.format == .jpeg && max(crop.color.width, crop.color.height) <= 512)
            #expect(min(crop.color.width, crop.color.height) > 60)
        }
        let completed = try #require(seen.last?.completed)
        #expect(completed.display.fields.map(\.text) == drawn.texts && !completed.display.crop.isEmpty)
    }

    @Test
    func `Nothing is cut out of frames that nobody may see, but the reading's picture is`() throws {
        let seen = try completed(cutsFrames: false).seen
        #expect(seen.allSatisfy { $0.display.crop.isEmpty })
        #expect(try #require(seen.last?.completed).display.crop.isEmpty == false)
    }

    @Test
    func `Glare that wanders over the display is told, and makes no wrong reading`() throws {
        for seed in [77_000_000_001, 77_000_000_003, 77_000_000_004] as [UInt64] {
            let drawn = DrawnFrames(seed: seed, count: 6, hasGlare: true)
            let seen = try looks(drawn, cutsFrames: true)
            #expect(seen.contains { $0.display.glare != nil })
            for frame in seen where frame.display.glare != nil {
                #expect((0.2...1).contains(frame.display.glare?.strength ?? 0))
            }
            guard let completed = seen.last?.completed else { continue }
            #expect(completed.display.fields.map(\.text) == drawn.texts)
        }
    }
}

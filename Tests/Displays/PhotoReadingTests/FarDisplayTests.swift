import DisplayGenerator
import DisplayScoring
import Testing

@testable import PhotoReading

/// Drawn photos for which one look is not enough.
struct FarDisplayTests {
    private static func look(_ band: DisplayBand, _ seed: UInt64) throws -> (answer: DisplayAnswer, truth: DisplayTruth)
    {
        let photo = DrawnPhoto(band: band, seed: seed, family: .plain)
        let asked = try #require(photo.cases.first)
        return (
            DisplayAnswer(try DisplayEngine().recognise(OpenedPicture(photo.drawn.color), request: asked.request)),
            asked.truth
        )
    }

    @Test
    func `Of small meters in large photos half at least are found`() throws {
        let seeds: [UInt64] = [900_001_044, 900_000_433, 950_000_196, 900_001_152]
        let found = try seeds.count { seed in
            let (answer, truth) = try Self.look(.mixed, seed)
            return truth.isTold(by: answer) && !answer.values.isEmpty
        }
        #expect(found >= 2)
    }

    @Test
    func `A display of a twentieth of the photo is accepted where a look from near sees it`() throws {
        let accepted = try ([977_000_013, 977_000_026, 977_000_047] as [UInt64]).count { seed in
            let answer = try Self.far(seed)
            let isRight = answer.truth.isTold(by: answer.answer)
            #expect(isRight || !answer.answer.isAccepted, "seed \(seed)")
            return isRight && answer.answer.isAccepted
        }
        #expect(accepted >= 2)
    }

    @Test(arguments: [977_000_000, 977_000_002] as [UInt64])
    func `What shows no value from far away is not accepted`(seed: UInt64) throws {
        let (answer, truth) = try Self.far(seed)
        #expect(truth.refusal != nil)
        #expect(!answer.isAccepted)
    }

    @Test
    func `A part of a near clock is no small display`() throws {
        let photo = DrawnPhoto(band: .mixed, seed: 970_000_198)
        let asked = try #require(photo.cases.first)
        #expect(asked.truth.refusal == "clock")
        let picture = try DisplayEngine().recognise(OpenedPicture(photo.drawn.color), request: asked.request)
        #expect(!DisplayAnswer(picture).isAccepted)
    }

    private static func far(_ seed: UInt64) throws -> (answer: DisplayAnswer, truth: DisplayTruth) {
        let photo = DrawnPhoto(far: seed, band: .mixed)
        let asked = try #require(photo.cases.first)
        let picture = try DisplayEngine().recognise(OpenedPicture(photo.drawn.color), request: asked.request)
        return (DisplayAnswer(picture), asked.truth)
    }

    @Test
    func `A message upside down is no number`() throws {
        let (answer, truth) = try Self.look(.medium, 2_100_001_383)
        #expect(truth.refusal == "error")
        #expect(answer.values.isEmpty, "\(answer.values)")
    }
}

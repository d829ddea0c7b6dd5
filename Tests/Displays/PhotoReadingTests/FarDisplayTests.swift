import DisplayGenerator
import DisplayScoring
import Testing

@testable import PhotoReading

/// Drawn photos that a first look alone does not do justice to.
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
    func `A message upside down is no number`() throws {
        let (answer, truth) = try Self.look(.medium, 2_100_001_383)
        #expect(truth.refusal == "error")
        #expect(answer.values.isEmpty, "\(answer.values)")
    }
}

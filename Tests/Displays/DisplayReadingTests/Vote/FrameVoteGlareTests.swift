import DisplayReading
import Pixels
import SeededRandom
import Testing

@Suite("Votes over frames with glare")
struct FrameVoteGlareTests {
    /// A frame with one row and a unique view.
    private func frame(_ number: Int, _ text: String, cells: [Int: Double] = [:], row: Double = 0) -> FrameObservation {
        var random = SplitMix64(seed: UInt64(number), stream: 9)
        let pixels = (0..<24 * 16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let view = GrayImage(width: 24, height: 16, pixels: pixels) ?? GrayImage(width: 1, height: 1, filledWith: 0)
        let guesses = text.enumerated().compactMap { place, character in
            CellGuess([.init(character, probability: 0.98)], glare: cells[place] ?? 0)
        }
        return FrameObservation(
            number: number,
            time: .milliseconds(100 * number),
            rows: [RowGuess(field: "sys", cells: guesses, glare: row)],
            confidence: 0.97,
            doubts: [],
            signature: FrameSignature(view)
        )
    }

    /// The completed reading and the number of frames that it took, or nil.
    private func reading(of frames: [FrameObservation]) -> (text: String, frames: Int)? {
        var vote = FrameVote()
        for (place, frame) in frames.enumerated() {
            for case .completed(let reading) in vote.take(frame) { return (reading.text, place + 1) }
        }
        return nil
    }

    private func text(after frames: [FrameObservation]) -> String? {
        var vote = FrameVote()
        var text: String?
        for frame in frames { for case .result(let result) in vote.take(frame) { text = result.text } }
        return text
    }

    @Test("A few clear frames outvote more frames that misread a covered digit")
    func covered() {
        func frames(_ glare: Double) -> [FrameObservation] {
            (0..<4).map { frame($0, "126", cells: [2: glare]) } + (4..<6).map { frame($0, "128") }
        }
        #expect(text(after: frames(0)) != "128")
        #expect(text(after: frames(0.5)) == "128")
    }

    @Test("A digit that glare covers in every frame completes no reading, even if only half of it is covered")
    func always() {
        for share in [0.5, 0.8, 1] {
            #expect(reading(of: (0..<40).map { frame($0, "128", cells: [1: share]) }) == nil)
        }
        #expect(reading(of: (0..<40).map { frame($0, "128", cells: [1: 0.05]) })?.text == "128")
    }

    @Test("Frames with covered rows weigh less: it takes more of them, and a single one is less certain")
    func rows() throws {
        let clear = try #require(reading(of: (0..<40).map { frame($0, "128") }))
        let covered = try #require(reading(of: (0..<40).map { frame($0, "128", row: 0.15) }))
        #expect(clear.text == covered.text && covered.frames > clear.frames)
        let spot = try #require(reading(of: (0..<40).map { frame($0, "128", row: 0.05) }))
        #expect(spot == clear, "a spot in a corner is no matter")
        var confidences: [Double] = []
        for share in [0, 0.1, 0.3, 0.6, 1] {
            var vote = FrameVote()
            let actions = vote.take(frame(0, "128", row: share))
            for case .result(let result) in actions { confidences.append(result.confidence) }
        }
        #expect(confidences.count == 5 && zip(confidences, confidences.dropFirst()).allSatisfy { $0 > $1 })
        #expect(confidences.last == 0)
    }

    @Test("Glare that leaves the digits lets a reading complete once it has moved")
    func wandering() throws {
        let frames = (0..<12).map { number in
            number < 6 ? frame(number, "128", cells: [number / 2: 0.6], row: 0.2) : frame(number, "128")
        }
        let known = try #require(reading(of: frames))
        #expect(known.text == "128" && known.frames > 3)
    }

    @Test("A frame full of glare does not restart the vote with its apparent reading")
    func rival() {
        let frames = (0..<6).map { frame($0, "128") } + (6..<9).map { frame($0, "777", row: 0.6) }
        var vote = FrameVote(rules: patient)
        for frame in frames {
            let actions = vote.take(frame)
            #expect(!actions.contains(.restarted))
        }
    }

    /// Rules that never complete.
    private var patient: VoteRules {
        var rules = VoteRules()
        rules.agreeing = 1000
        return rules
    }
}

import DisplayReading
import Pixels
import SeededRandom
import Testing
import VitalRecords

/// Why frames do not make a reading yet.
struct FrameWaitTests {
    private static func frame(
        _ number: Int,
        _ text: String,
        confidence: Double = 0.97,
        doubts: [ReadingDoubt] = [],
        view: Int? = nil
    ) -> FrameObservation {
        let cells = text.compactMap { CellGuess([.init($0, probability: 0.98)]) }
        var random = SplitMix64(seed: UInt64(view ?? number), stream: 7)
        let pixels = (0..<24 * 16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let image = GrayImage(width: 24, height: 16, pixels: pixels) ?? GrayImage(width: 1, height: 1, filledWith: 0)
        return FrameObservation(
            number: number,
            time: .milliseconds(100 * number),
            rows: text.isEmpty ? [] : [RowGuess(field: "glucose", cells: cells)],
            confidence: confidence,
            doubts: doubts,
            signature: FrameSignature(image)
        )
    }

    /// The vote's reason to wait after the last frame, and whether it is complete.
    private static func waits(
        _ frames: [FrameObservation],
        isPlausible: Bool = true
    ) -> (waits: [ReadingDoubt]?, isComplete: Bool) {
        var vote = FrameVote { _ in isPlausible }
        var last: [ReadingDoubt]?
        for frame in frames {
            for case .result(let result) in vote.take(frame) {
                last = result.waits
                #expect(result.waits.isEmpty == vote.isComplete)
            }
        }
        return (last, vote.isComplete)
    }

    @Test
    func `Frames make a reading exactly where they wait for nothing`() {
        let frames = (0..<3).map { Self.frame($0, "104") }
        #expect(Self.waits(Array(frames.prefix(2))).waits == [.fewFrames])
        #expect(Self.waits(frames) == ([], true))
        #expect(Self.waits([Self.frame(0, "")]) == ([.fewFrames], false))
    }

    @Test
    func `Frames that show different readings disagree`() {
        let frames = ["104", "104", "109", "109", "104", "101"].enumerated().map { Self.frame($0.offset, $0.element) }
        #expect(Self.waits(frames).waits == [.framesDisagree])
    }

    @Test
    func `Frames that could not be taken alone say what is doubted of most of them`() {
        let frames = (0..<6).map { Self.frame($0, "104", doubts: $0 == 0 ? [.tilted] : [.unsure, .blurred]) }
        #expect(Self.waits(frames).waits == [.unsure, .blurred])
    }

    @Test
    func `A still camera's frames are too alike, different ones of a weak reading unsure`() {
        let still = (0..<8).map { Self.frame($0, "104", confidence: 0.9, view: 1) }
        #expect(Self.waits(still).waits == [.framesAlike])
        let weak = (0..<4).map { Self.frame($0, "104", confidence: 0.4) }
        #expect(Self.waits(weak).waits == [.unsure])
    }

    @Test
    func `What the meter cannot show is unusual`() {
        let frames = (0..<3).map { Self.frame($0, "104") }
        #expect(Self.waits(frames, isPlausible: false) == ([.unusualValue], false))
    }
}

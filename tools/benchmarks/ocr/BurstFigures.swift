import DisplayEngine
import DisplayGenerator
import DisplayLayouts
import DisplayReading
import DisplayScoring
import FrameReading
import Pixels

/// The figures of bursts of frames: a hand that shakes a little, and reflections that move.
struct BurstFigures: Sendable {
    private static let firstSeed: UInt64 = 0x0CF1_0000_0000
    /// Frames of a burst; a camera takes ten a second.
    private static let length = 12

    private var score = OCRScore()
    /// The frames that each completed reading took.
    private var frames: [Double] = []

    /// Draws bursts and reads them frame by frame within the overlay's frame.
    static func measure(_ reader: PhotoReader, count: Int) async -> [FigureLine] {
        let all = await EachCore.sum(count, from: BurstFigures()) { sum, number in
            sum.read(number, reader.frames, reader)
        } _: { sum, other in
            sum.score.add(other.score)
            sum.frames += other.frames
        }
        return all.lines
    }

    private mutating func read(_ number: Int, _ reader: DisplayReader, _ photos: PhotoReader) {
        let band = DrawnDisplays.bands[number % DrawnDisplays.bands.count]
        let scene = DisplayScene(band: band, seed: Self.firstSeed + UInt64(number), mayRefuse: true)
        let burst = scene.burst(Self.length)
        guard let first = burst.first else { return }
        let truth = DisplayTruth(first)
        var vote = FrameVote()
        for (place, frame) in burst.enumerated() {
            let request = photos.request(truth, first.display?.bounds)
            let outcome = reader.read(
                frame.gray,
                ReadingRequest(layouts: [request.layout], unit: request.unit?.name, box: request.box)
            )
            let seen = FrameObservation(
                outcome,
                of: frame.color,
                number: place,
                time: .milliseconds(100 * place),
                overlay: request.box
            )
            for case .completed(let reading) in vote.take(seen) {
                let values = reading.fields.map { DisplayTruth.Value($0.name, $0.text) }
                score.add(truth, DisplayAnswer(values: values, confidence: reading.confidence, isAccepted: true))
                frames.append(Double(place + 1))
                return
            }
        }
        score.add(truth, DisplayAnswer(values: []))
    }

    private var lines: [FigureLine] {
        let completed = WilsonInterval(score.acceptedRight, of: score.accepted)
        return [
            FigureLine(
                "ocr.frames.right",
                unit: "%",
                values: [score.precision],
                limits: [99.9],
                limitIs: "goal: right of the readings that bursts of drawn frames come to",
                goal: .atLeast(1),
                details: [
                    "bursts": Double(score.readable + score.unreadable), "n": Double(score.accepted),
                    "low": completed.low, "high": completed.high, "completedPercent": score.coverage,
                    "framesMedian": Statistics.median(frames), "framesMost": frames.max() ?? 0,
                    "framesOfBurst": Double(Self.length), "mustRefuse": Double(score.unreadable),
                ]
            ),
            OCRLine.wronglyAccepted("ocr.frames", score),
        ]
    }
}

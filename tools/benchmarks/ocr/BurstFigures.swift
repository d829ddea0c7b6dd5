import BusContract
import DisplayGenerator
import DisplayLayouts
import DisplayPeripherals
import DisplayScoring
import Foundation
import LoadFacts
import OCREngine
import OCRTools
import PhotoReading
import Pixels
import VitalRecords

/// The figures of bursts of frames: a hand that shakes a little, and reflections that move.
struct BurstFigures: Sendable {
    private static let firstSeed: UInt64 = 0x0CF1_0000_0000
    /// Frames of a burst; a camera takes ten a second.
    private static let length = 12

    private var score = OCRScore()
    /// The frames that each completed reading took.
    private var frames: [Double] = []

    /// Draws bursts and reads them frame by frame within the overlay's frame, as the worker does.
    static func measure(count: Int) async throws -> [FigureLine] {
        let engine = try DisplayPictureEngine(catalogue: .standard)
        let all = await EachCore.sum(count, from: BurstFigures()) { sum, number in
            sum.read(number, engine)
        } _: { sum, other in
            sum.score.add(other.score)
            sum.frames += other.frames
        }
        return all.lines
    }

    private mutating func read(_ number: Int, _ engine: DisplayPictureEngine) {
        let band = DrawnDisplays.bands[number % DrawnDisplays.bands.count]
        let scene = DisplayScene(band: band, seed: Self.firstSeed + UInt64(number), mayRefuse: true)
        let first = scene.frame(0)
        let asked = DrawnPhoto.ask(first, box: first.display?.bounds)
        // Each is drawn when it is looked at: most bursts come to a reading after a few.
        let burst = (0..<Self.length).lazy.map { $0 == 0 ? first : scene.frame($0) }
        let completed = Self.completed(burst, asked, engine)
        let values = completed?.display.fields.map(Self.value) ?? []
        let confidence = completed?.display.confidence ?? 0
        let answer = DisplayAnswer(values: values, confidence: confidence, isAccepted: completed != nil)
        if completed != nil, !asked.truth.isTold(by: answer) { Self.tell(number, asked.truth, answer) }
        score.add(asked.truth, answer: answer)
        if let completed { frames.append(Double(completed.frames)) }
    }

    /// A completed reading that is wrong is named, so that it can be drawn again.
    private static func tell(_ number: Int, _ truth: DisplayTruth, _ answer: DisplayAnswer) {
        let words = [truth.values, answer.values].map { $0.map(\.text).joined(separator: " ") }
        let (seed, band) = (firstSeed + UInt64(number), DrawnDisplays.bands[number % DrawnDisplays.bands.count])
        FileHandle.standardError.line(
            "burst \(seed) (\(truth.kind), \(band)): \(truth.refusal ?? words[0]), read as \(words[1]), "
                + "confidence \(answer.confidence)"
        )
    }

    /// What the frames come to; nil where they come to nothing.
    private static func completed(
        _ burst: some Sequence<DrawnDisplay>,
        _ asked: DrawnPhoto.Case,
        _ engine: DisplayPictureEngine
    ) -> SeenFrame.Agreement? {
        let wish = DisplayWish(
            type: .init(rawValue: asked.truth.kind.rawValue),
            unit: asked.request.unit?.name,
            box: asked.request.box.map { PictureArea(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        )
        guard var vote = try? engine.vote(wish, cutsFrames: false) else { return nil }
        for (place, frame) in burst.enumerated() {
            let color = frame.color
            let picture = FramePicture.rgb(width: color.width, height: color.height, pixels: color.pixels)
            let seen = try? vote.look(at: picture, number: place + 1, time: .milliseconds(100 * place), shows: false)
            if let completed = seen?.completed { return completed }
        }
        return nil
    }

    /// A field's value: as shown, unless it says more than the characters, as a weight in stones and pounds.
    private static func value(_ field: DisplayResult.Field) -> DisplayTruth.Value {
        let value = field.measurement?.value
        let isAsShown = value == nil || DecimalNumber(field.text) == value
        return DisplayTruth.Value(field.key, text: isAsShown ? field.text : value.map { "\($0)" } ?? field.text)
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

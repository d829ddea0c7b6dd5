import DisplayGenerator
import DisplayLayouts
import DisplayScoring
import PhotoReading
import Pixels

/// Easy drawn displays whose reading is accepted without a person, for tests that change the light and the view.
enum AcceptedDisplays {
    /// A display, its values, and the answer.
    struct Case: Sendable {
        let drawn: DrawnDisplay
        let truth: DisplayTruth
        let picture: RecognisedPicture
    }

    /// One display of each kind of meter: the first accepted one within a number of tries.
    static let all: [Case] = kinds.compactMap { kind in
        (0..<tries).lazy.compactMap { accepted(kind, seed: 78_000_000_000 + UInt64($0)) }.first
    }

    /// The kinds of meter to try.
    static let kinds: [DisplayGenerator.DisplayKind] = [.bloodPressure, .glucoseMeter, .pulseOximeter, .thermometer]

    private static let tries = 6

    /// Reads a changed picture of the same display, with its box if known.
    static func answer(_ image: ColorImage, of one: Case, box: PixelRect? = nil) throws -> DisplayAnswer {
        DisplayAnswer(try DisplayEngine().recognise(OpenedPicture(image), request: request(one.truth, box)))
    }

    /// The request for a display.
    static func request(_ truth: DisplayTruth, _ box: PixelRect? = nil) -> RecognitionRequest {
        RecognitionRequest(truth.kind, box: box)
    }

    private static func accepted(_ kind: DisplayGenerator.DisplayKind, seed: UInt64) -> Case? {
        let drawn = DisplayScene(kind: kind, band: .easy, seed: seed, framing: .display, family: .plain)
            .draw(side: 320)
        let truth = DisplayTruth(drawn)
        guard let engine = try? DisplayEngine() else { return nil }
        let picture = engine.recognise(OpenedPicture(drawn.color), request: request(truth))
        return picture.isAccepted && truth.isTold(by: DisplayAnswer(picture))
            ? Case(drawn: drawn, truth: truth, picture: picture) : nil
    }
}

import DisplayGenerator
import DisplayLayouts
import DisplayScoring
import PhotoReading
import Pixels

/// Easy drawn displays whose reading is accepted without a person's look: what changes of the light and the view are
/// tried on.
enum AcceptedDisplays {
    /// A display, what it shows, and what was answered.
    struct Case: Sendable {
        let drawn: DrawnDisplay
        let truth: DisplayTruth
        let picture: RecognisedPicture
    }

    /// One display of each kind of meter: the first that is accepted of so many that are tried.
    static let all: [Case] = kinds.compactMap { kind in
        (0..<tries).lazy.compactMap { accepted(kind, seed: 77_000_000_000 + UInt64($0)) }.first
    }

    /// How many kinds are tried.
    static let kinds: [DisplayGenerator.DisplayKind] = [.bloodPressure, .glucoseMeter, .pulseOximeter, .thermometer]

    private static let tries = 6

    /// Reads a changed picture of the same display, whose box is given where it is known.
    static func answer(_ image: ColorImage, of one: Case, box: PixelRect? = nil) throws -> DisplayAnswer {
        DisplayAnswer(try DisplayEngine().recognise(OpenedPicture(image), request: request(one.truth, box)))
    }

    /// What is asked for.
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

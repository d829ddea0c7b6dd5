import DisplayEngine
import DisplayLayouts
import DisplayReading
import DisplayScoring
import NeuralNet
import Pixels

/// The reader as the worker and the command line use it.
struct PhotoReader: Sendable {
    /// What reads photos.
    let engine: DisplayEngine
    /// What reads frames, and says more of each.
    let frames: DisplayReader

    /// Loads the networks of this program.
    init() throws {
        frames = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        engine = DisplayEngine(reader: frames)
    }

    /// Reads an image of a display.
    func read(_ image: ColorImage, _ truth: DisplayTruth, box: PixelRect? = nil) -> DisplayAnswer {
        DisplayAnswer(engine.recognise(OpenedPicture(image), request(truth, box)))
    }

    /// Reads an image file.
    func read(_ photo: PhotoFixture, box: PixelRect?) -> DisplayAnswer {
        DisplayAnswer(engine.recognise(path: photo.path, request(photo.truth, box)))
    }

    /// What is asked for a display.
    ///
    /// A scale's unit is told, as its owner sets it once; it stands on no display in characters that are read.
    func request(_ truth: DisplayTruth, _ box: PixelRect?) -> RecognitionRequest {
        let unit = truth.kind == .weightScale ? truth.unit.flatMap { DisplayUnit.named($0) } : nil
        return RecognitionRequest(truth.kind, unit: unit, box: box)
    }
}

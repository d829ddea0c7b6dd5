import DisplayEngine
import DisplayScoring
import Pixels

/// The reader as the worker and the command line use it.
struct PhotoReader: Sendable {
    /// What reads photos.
    let engine: DisplayEngine

    /// Loads the networks of this program.
    init() throws {
        engine = try DisplayEngine()
    }

    /// Reads an image file.
    func read(_ photo: PhotoFixture, box: PixelRect?) -> DisplayAnswer {
        DisplayAnswer(engine.recognise(path: photo.path, RecognitionRequest(photo.truth, box: box)))
    }
}

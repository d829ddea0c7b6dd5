import DisplayScoring
import PhotoReading
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
        DisplayAnswer(engine.recognise(path: photo.path, request: RecognitionRequest(photo.truth, box: box)))
    }

    /// Reads an image file turned by quarters, as a camera held so takes it and no orientation tells.
    func read(_ photo: PhotoFixture, turned quarters: Int) throws -> DisplayAnswer {
        let picture = try OpenedPicture.open(path: photo.path)
        let turned = OpenedPicture(picture.color.turned(quarters: quarters))
        return DisplayAnswer(engine.recognise(turned, request: RecognitionRequest(photo.truth, box: nil)))
    }
}

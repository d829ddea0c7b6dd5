internal import Leptonica
internal import OCRWorkerActor
internal import PhotoReading
internal import Pixels

extension DisplayPictureEngine {
    /// The longest side of a display that is cut out for a reading, in pixels, and its JPEG's quality.
    private static let kept = (side: 1_280, quality: 85)
    /// The same of each frame's, which people only look at as they hold the meter: it has to be cheap.
    private static let shown = (side: 512, quality: 75)

    /// Decodes a picture.
    ///
    /// - Throws: ``UnreadablePicture`` where it is none, or too large.
    static func open(_ bytes: [UInt8], isWhole: Bool) throws(UnreadablePicture) -> OpenedPicture {
        do {
            return try OpenedPicture.open(bytes: bytes, isWhole: isWhole, name: "the picture")
        } catch {
            throw UnreadablePicture(error.code.rawValue, error.message)
        }
    }

    /// The display of a picture as JPEG, with a tenth around it; empty where there is no reading.
    static func crop(of seen: RecognisedPicture, in opened: OpenedPicture) -> [UInt8] {
        seen.refusal == nil ? cut(seen, opened, kept) : []
    }

    /// The display of a frame as a small JPEG, also where it cannot be read; empty where none was found.
    static func crop(of seen: RecognisedPicture, inFrame opened: OpenedPicture) -> [UInt8] {
        cut(seen, opened, shown)
    }

    private static func cut(
        _ seen: RecognisedPicture,
        _ opened: OpenedPicture,
        _ form: (side: Int, quality: Int)
    ) -> [UInt8] {
        guard let display = seen.display else { return [] }
        let bounds = display.scaled(by: 1 / Double(opened.scale)).bounds
        let margin = max(bounds.width, bounds.height) / 10
        let part = PixelRect(
            x: bounds.x - margin,
            y: bounds.y - margin,
            width: bounds.width + 2 * margin,
            height: bounds.height + 2 * margin
        )
        .clamped(width: opened.color.width, height: opened.color.height)
        guard part.width > 1, part.height > 1 else { return [] }
        var cut = opened.color.cropped(part)
        let longest = max(cut.width, cut.height)
        if longest > form.side {
            cut = cut.resized(
                width: max(1, cut.width * form.side / longest),
                height: max(1, cut.height * form.side / longest)
            )
        }
        return (try? Leptonica.ImageFile.jpeg(cut, quality: form.quality)) ?? []
    }
}

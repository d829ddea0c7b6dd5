internal import DisplayEngine
internal import Leptonica
internal import OCRWorkerActor
internal import Pixels

extension DisplayPictureEngine {
    /// The longest side of a display that is cut out, in pixels.
    private static let cropSide = 1_280

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

    /// The display of a picture as JPEG, with a tenth around it; empty where none was found.
    static func crop(of seen: RecognisedPicture, in opened: OpenedPicture) -> [UInt8] {
        guard let display = seen.display, seen.refusal == nil else { return [] }
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
        if longest > cropSide {
            cut = cut.resized(
                width: max(1, cut.width * cropSide / longest),
                height: max(1, cut.height * cropSide / longest)
            )
        }
        return (try? Leptonica.ImageFile.jpeg(cut)) ?? []
    }
}

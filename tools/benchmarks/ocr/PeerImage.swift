import DisplayScoring
import Foundation
import Leptonica
import Pixels

/// Images as a peer gets them: grey, large enough for it, and once with the light taken out.
enum PeerImage {
    /// How a photo is given.
    enum Mode: String, CaseIterable {
        case whole
        case box
        case lines

        /// The mode in a sentence.
        var words: String {
            switch self {
            case .whole: "the whole photo"
            case .box: "the display's box given"
            case .lines: "each row's box given (ours: the display's)"
            }
        }
    }

    /// The parts of a photo that are read one by one, with the texts that each has to give, in order.
    ///
    /// - Parameter most: The longer side of the largest image that the peer takes in bearable time.
    static func parts(
        _ photo: PhotoFixture,
        _ mode: Mode,
        most: Int
    ) throws -> [(image: GrayImage, texts: [String])] {
        let image = try ImageFile.read(path: photo.path).color.gray
        let texts = photo.truth.values.map(\.text)
        switch mode {
        case .whole: return [(sized(image, side: 1_200, most: most), texts)]
        case .box: return [(sized(photo.display.map(image.cropped) ?? image, side: 900, most: most), texts)]
        case .lines:
            return photo.truth.values.map { value in
                let row = photo.lines[value.key].map { image.cropped(grown($0)) } ?? image
                return (sized(row, side: 200, most: most), [value.text])
            }
        }
    }

    /// The image as it is, and divided by the light around each place.
    static func lights(_ image: GrayImage) -> [GrayImage] { [image, evenlyLit(image)] }

    private static func grown(_ box: PixelRect) -> PixelRect {
        let margin = box.height / 8
        return PixelRect(
            x: box.x - margin,
            y: box.y - margin,
            width: box.width + 2 * margin,
            height: box.height + 2 * margin
        )
    }

    private static func sized(_ image: GrayImage, side: Int, most: Int) -> GrayImage {
        let longer = max(image.width, image.height)
        let side = min(max(side, longer), most)
        guard longer > 0, longer != side else { return image }
        return image.resized(width: image.width * side / longer, height: image.height * side / longer)
    }

    private static func evenlyLit(_ image: GrayImage) -> GrayImage {
        let light = image.resized(width: max(image.width / 48, 2), height: max(image.height / 48, 2))
            .resized(width: image.width, height: image.height)
        let pixels = zip(image.pixels, light.pixels).map { pixel, light in
            UInt8(min(Int(pixel) * 200 / max(Int(light), 1), 255))
        }
        return GrayImage(width: image.width, height: image.height, pixels: pixels) ?? image
    }
}

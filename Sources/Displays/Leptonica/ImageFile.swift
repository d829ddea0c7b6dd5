package import Pixels
import SystemPackage

/// Reads image files, and writes them.
///
/// A file's size, and what it says of its image's, is checked before anything is decoded.
package enum ImageFile {
    /// From so many pixels on an image gets a heap that is trimmed first.
    private static let largePixels = 4_000_000

    /// Reads an image.
    ///
    /// - Parameters:
    ///   - bytes: The file's.
    ///   - limits: How large it may be, and how large it is wanted.
    ///   - name: What messages call it.
    /// - Throws: ``ImageError`` where it is no image that is read here, or not a whole one.
    package static func read(
        bytes: [UInt8],
        limits: ImageLimits = ImageLimits(),
        name: String = "the image"
    ) throws(ImageError) -> DecodedImage {
        try check(bytes.count, limits, name)
        guard let format = ImageFormat(bytes) else {
            let known = ImageFormat.allCases.map { $0.rawValue.uppercased() }.joined(separator: ", ")
            throw ImageError(code: .unknownFormat, message: "\(name) is no image that is read here, which are \(known)")
        }
        Picture.beSilent()
        guard let facts = ImageFacts(format, bytes) else { throw damaged(name, format) }
        try facts.check(limits, name)
        if facts.width * facts.height > Self.largePixels { Heap.giveBack() }
        let reduction = limits.reduction(facts.width, facts.height)
        let inDecoder = format == .jpeg ? reduction : 1
        guard
            let picture = Picture.decode(
                bytes,
                format,
                reduction: inDecoder,
                acceptsWarnings: limits.acceptsWarnings
            ), picture.width * picture.height <= facts.width * facts.height,
            let color = picture.color(facts.orientation, reduction: reduction / inDecoder)
        else { throw damaged(name, format) }
        return DecodedImage(color, format, reduction, facts)
    }

    /// Reads an image from a file.
    ///
    /// - Throws: ``ImageError`` where the file cannot be read, or is no image that is read here, or not a whole one.
    package static func read(path: String, limits: ImageLimits = ImageLimits()) throws(ImageError) -> DecodedImage {
        try read(bytes: bytes(path, limits), limits: limits, name: path)
    }

    /// The bytes of a JPEG file.
    ///
    /// - Parameter quality: From 1 to 100.
    /// - Throws: ``ImageError`` `unwritable` where the image has no pixels or there is no memory.
    package static func jpeg(_ image: ColorImage, quality: Int = 85) throws(ImageError) -> [UInt8] {
        try encoded(image.width, image.height, 3, image.pixels, quality)
    }

    /// The bytes of a JPEG file.
    ///
    /// - Parameter quality: From 1 to 100.
    /// - Throws: ``ImageError`` `unwritable` where the image has no pixels or there is no memory.
    package static func jpeg(_ image: GrayImage, quality: Int = 85) throws(ImageError) -> [UInt8] {
        try encoded(image.width, image.height, 1, image.pixels, quality)
    }

    /// The bytes of a PNG file.
    ///
    /// - Throws: ``ImageError`` `unwritable` where the image has no pixels or there is no memory.
    package static func png(_ image: ColorImage) throws(ImageError) -> [UInt8] {
        try encoded(image.width, image.height, 3, image.pixels, nil)
    }

    /// The bytes of a PNG file.
    ///
    /// - Throws: ``ImageError`` `unwritable` where the image has no pixels or there is no memory.
    package static func png(_ image: GrayImage) throws(ImageError) -> [UInt8] {
        try encoded(image.width, image.height, 1, image.pixels, nil)
    }

    private static func encoded(
        _ width: Int,
        _ height: Int,
        _ channels: Int,
        _ pixels: [UInt8],
        _ quality: Int?
    ) throws(ImageError) -> [UInt8] {
        let picture = Picture.make(width: width, height: height, channels: channels, pixels: pixels)
        guard let bytes = picture?.encoded(quality: quality) else {
            throw ImageError(code: .unwritable, message: "an image of \(width) x \(height) pixels cannot be written")
        }
        return bytes
    }

    private static func bytes(_ path: String, _ limits: ImageLimits) throws(ImageError) -> [UInt8] {
        let most = limits.mostBytes
        let bytes: [UInt8]
        do {
            // A pipe with nobody at its other end is refused instead of waited for.
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            bytes = try file.closeAfter {
                let size = min(Int(try file.seek(offset: 0, from: .end)), most + 1)
                try file.seek(offset: 0, from: .start)
                return try [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
                    while filled < size {
                        let rest = UnsafeMutableRawBufferPointer(
                            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]
                        )
                        let count = try file.read(into: rest)
                        guard count > 0 else { break }
                        filled += count
                    }
                }
            }
        } catch {
            throw ImageError(
                code: .unreadable,
                message: "\(path) cannot be read (\(error)); check its name and its rights"
            )
        }
        return bytes
    }

    private static func check(_ count: Int, _ limits: ImageLimits, _ name: String) throws(ImageError) {
        guard count > 0 else { throw ImageError(code: .truncated, message: "\(name) is empty; copy it again") }
        guard count <= limits.mostBytes else {
            throw ImageError(
                code: .tooLarge,
                message: "\(name) has more than \(limits.mostBytes) bytes; save it smaller or with more compression"
            )
        }
    }

    private static func damaged(_ name: String, _ format: ImageFormat) -> ImageError {
        ImageError(code: .damaged, message: "\(name) is a damaged \(format.rawValue.uppercased()); copy it again")
    }
}

extension DecodedImage {
    fileprivate init(_ color: ColorImage, _ format: ImageFormat, _ reduction: Int, _ facts: ImageFacts) {
        let sides = facts.orientation.swapsSides ? (facts.height, facts.width) : (facts.width, facts.height)
        self.init(
            color: color,
            format: format,
            reduction: reduction,
            orientation: facts.orientation,
            fullWidth: sides.0,
            fullHeight: sides.1
        )
    }
}

/// An image that was read, upright, and how it relates to its file.
package struct DecodedImage: Hashable, Sendable {
    /// The image, turned as its file says, transparent parts on white.
    package let color: ColorImage
    /// The file's format.
    package let format: ImageFormat
    /// By what each side was divided: 1, 2, 4 or 8.
    ///
    /// A place in ``color``, times this, is the place in the upright image of the file.
    package let reduction: Int
    /// How the file's pixels were turned to make the image upright.
    package let orientation: ImageOrientation
    /// The width of the file's image when upright, in pixels.
    package let fullWidth: Int
    /// The height of the file's image when upright, in pixels.
    package let fullHeight: Int
}

/// How much of an image is taken, and how large it is wanted.
package struct ImageLimits: Hashable, Sendable {
    /// No file of more pixels is read, whatever ``mostPixels`` says.
    package static let hardPixels = 200_000_000

    /// The largest file, in bytes.
    package var mostBytes = 32 << 20
    /// The longest side, in pixels.
    package var longestSide = 20_000
    /// The most pixels of a file; more than ``hardPixels`` counts as that.
    package var mostPixels = 60_000_000
    /// The most pixels of a file that is only decoded as a whole: any but a JPEG that is not progressive.
    package var mostPixelsAtOnce = 24_000_000
    /// How long the longer side of the result is to be at least, in pixels; nil for as it is in the file.
    ///
    /// The image is reduced to a half, a quarter or an eighth as long as it stays so long; a JPEG takes less memory then.
    package var wantedSide: Int?
    /// Whether a JPEG is taken that is whole but says things that its decoder warns of, as those of webcams do.
    package var acceptsWarnings = false

    /// The usual limits.
    package init() {}

    /// The usual limits, with the result's longer side at least so long where the file's is.
    package init(wantedSide: Int?) {
        self.wantedSide = wantedSide
    }

    /// By what each side is divided: 1, 2, 4 or 8.
    func reduction(_ width: Int, _ height: Int) -> Int {
        guard let wantedSide else { return 1 }
        return [8, 4, 2].first { max(width, height) / $0 >= max(wantedSide, 1) } ?? 1
    }
}

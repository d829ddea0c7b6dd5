import HEIF
package import ImageCleaning
package import Pixels
import SystemPackage

/// Reading and writing of image files: HEIC and AVIF with libheif, all others with Leptonica.
///
/// The size of a file and the stated size of its image are checked before anything is decoded.
package enum ImageFile {
    /// The number of pixels from which the heap is trimmed before decoding.
    private static let largePixels = 4_000_000

    /// Reads an image.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - limits: The limits, and the wanted size.
    ///   - name: The name in messages.
    /// - Throws: ``ImageError`` if it is not a supported image, or incomplete.
    package static func read(
        bytes: [UInt8],
        limits: ImageLimits = ImageLimits(),
        name: String = "the image"
    ) throws(ImageError) -> DecodedImage {
        try check(bytes.count, limits: limits, name: name)
        guard let format = ImageFormat(bytes) else {
            throw ImageError(
                .unknownFormat,
                message: "\(name) is not a supported image; use \(ImageFormat.names)"
            )
        }
        Picture.beSilent()
        guard let facts = ImageFacts(format, bytes: bytes) else { throw damaged(name, format: format) }
        try facts.check(limits, name: name)
        if facts.width * facts.height > Self.largePixels { Heap.giveBack() }
        let reduction = limits.reduction(facts.width, height: facts.height)
        let inDecoder = format == .jpeg ? reduction : 1
        let rows: (any PixelRows)? =
            if let heif = facts.heif {
                try picture(bytes, facts: heif, limits: limits, name: name)
            } else {
                Picture.decode(bytes, format: format, reduction: inDecoder, acceptsWarnings: limits.acceptsWarnings)
            }
        guard let rows, rows.width * rows.height <= facts.width * facts.height,
            let color = rows.color(facts.orientation, reduction: reduction / inDecoder)
        else { throw damaged(name, format: format) }
        return DecodedImage(color, format: format, reduction: reduction, facts: facts, rows: rows)
    }

    /// Decodes a HEIC or AVIF.
    private static func picture(
        _ bytes: [UInt8],
        facts: HEIFFacts,
        limits: ImageLimits,
        name: String
    ) throws(ImageError) -> HEIFPicture? {
        do {
            return try HEIFPicture.decode(
                bytes,
                facts: facts,
                longestSide: limits.longestSide,
                isStrict: !limits.acceptsWarnings
            )
        } catch {
            throw ImageError(error, name: name)
        }
    }

    /// Reads an image from a file.
    ///
    /// - Throws: ``ImageError`` if the file is unreadable, not a supported image, or incomplete.
    package static func read(path: String, limits: ImageLimits = ImageLimits()) throws(ImageError) -> DecodedImage {
        try read(bytes: bytes(path, limits: limits), limits: limits, name: path)
    }

    /// Encodes a colour JPEG.
    ///
    /// - Parameter quality: The quality, 1 to 100.
    /// - Throws: ``ImageError`` `unwritable` if the image has no pixels or memory is short.
    package static func jpeg(_ image: ColorImage, quality: Int = 85) throws(ImageError) -> [UInt8] {
        try encoded(image.width, height: image.height, channels: 3, pixels: image.pixels, quality: quality)
    }

    /// Converts a picture of a format that records cannot carry to a JPEG.
    ///
    /// It has the same size, is upright, and has no metadata.
    ///
    /// The conversion needs about eight bytes of memory per pixel.
    ///
    /// - Returns: At most `CleanImage.byteLimit` bytes, in the best of three qualities that fits.
    /// - Throws: ``ImageError`` if it is not a supported image, or too large as a JPEG.
    package static func carriedJPEG(
        bytes: [UInt8],
        limits: ImageLimits = ImageLimits(),
        name: String = "the image"
    ) throws(ImageError) -> [UInt8] {
        let color = try read(bytes: bytes, limits: limits, name: name).color
        for quality in [90, 75, 55] {
            let file = try jpeg(color, quality: quality)
            if file.count <= CleanImage.byteLimit { return file }
        }
        throw ImageError(
            .tooLarge,
            message: "\(name) has more than \(CleanImage.byteLimit) bytes as a JPEG; make it smaller first"
        )
    }

    /// Encodes a grey JPEG.
    ///
    /// - Parameter quality: The quality, 1 to 100.
    /// - Throws: ``ImageError`` `unwritable` if the image has no pixels or memory is short.
    package static func jpeg(_ image: GrayImage, quality: Int = 85) throws(ImageError) -> [UInt8] {
        try encoded(image.width, height: image.height, channels: 1, pixels: image.pixels, quality: quality)
    }

    /// Encodes a colour PNG.
    ///
    /// - Throws: ``ImageError`` `unwritable` if the image has no pixels or memory is short.
    package static func png(_ image: ColorImage) throws(ImageError) -> [UInt8] {
        try encoded(image.width, height: image.height, channels: 3, pixels: image.pixels, quality: nil)
    }

    /// Encodes a grey PNG.
    ///
    /// - Throws: ``ImageError`` `unwritable` if the image has no pixels or memory is short.
    package static func png(_ image: GrayImage) throws(ImageError) -> [UInt8] {
        try encoded(image.width, height: image.height, channels: 1, pixels: image.pixels, quality: nil)
    }

    private static func encoded(
        _ width: Int,
        height: Int,
        channels: Int,
        pixels: [UInt8],
        quality: Int?
    ) throws(ImageError) -> [UInt8] {
        let picture = Picture.make(width: width, height: height, channels: channels, pixels: pixels)
        guard let bytes = picture?.encoded(quality: quality) else {
            throw ImageError(.unwritable, message: "an image of \(width) x \(height) pixels cannot be written")
        }
        return bytes
    }

    private static func bytes(_ path: String, limits: ImageLimits) throws(ImageError) -> [UInt8] {
        let most = limits.mostBytes
        let bytes: [UInt8]
        do {
            // Refuses a pipe without a writer instead of waiting for it.
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
                .unreadable,
                message: "\(path) cannot be read (\(error)); check its name and its permissions"
            )
        }
        return bytes
    }

    private static func check(_ count: Int, limits: ImageLimits, name: String) throws(ImageError) {
        guard count > 0 else { throw ImageError(.truncated, message: "\(name) is empty; copy it again") }
        guard count <= limits.mostBytes else {
            throw ImageError(
                .tooLarge,
                message: "\(name) has more than \(limits.mostBytes) bytes; save it smaller or with more compression"
            )
        }
    }

    private static func damaged(_ name: String, format: ImageFormat) -> ImageError {
        ImageError(.damaged, message: "\(name) is a damaged \(format.name); copy it again")
    }
}

extension DecodedImage {
    fileprivate init(
        _ color: ColorImage,
        format: ImageFormat,
        reduction: Int,
        facts: ImageFacts,
        rows: any PixelRows
    ) {
        var sides = facts.orientation.swapsSides ? (facts.height, facts.width) : (facts.width, facts.height)
        // libheif has already turned and cropped it, so its size may differ from the facts.
        if facts.heif != nil { sides = (rows.width, rows.height) }
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

/// A decoded, upright image, and its relation to its file.
package struct DecodedImage: Hashable, Sendable {
    /// The image, turned by its orientation, with transparent parts on white.
    package let color: ColorImage
    /// The file's format.
    package let format: ImageFormat
    /// The factor by which each side was divided: 1, 2, 4 or 8.
    ///
    /// A position in ``color``, times this, is the position in the upright image of the file.
    package let reduction: Int
    /// The orientation of the file's pixels, which was undone.
    package let orientation: ImageOrientation
    /// The width of the file's upright image, in pixels.
    package let fullWidth: Int
    /// The height of the file's upright image, in pixels.
    package let fullHeight: Int
}

/// The limits of an image, and its wanted size.
package struct ImageLimits: Hashable, Sendable {
    /// The limit of pixels of any file, whatever ``mostPixels`` is.
    package static let hardPixels = 200_000_000

    /// The size limit of a file in bytes.
    package var mostBytes = 32 << 20
    /// The longest side, in pixels.
    package var longestSide = 20_000
    /// The limit of pixels of a file, at most ``hardPixels``.
    package var mostPixels = 60_000_000
    /// The limit of pixels of a file that can only be decoded whole: any but a baseline JPEG.
    ///
    /// A phone's 24 megapixels are 5712 x 4284, and some are slightly larger.
    package var mostPixelsAtOnce = 25_000_000
    /// The minimum length of the result's longer side in pixels; nil for the file's own size.
    ///
    /// The image is reduced to a half, a quarter or an eighth as long as it keeps that length, which saves memory with
    /// a JPEG.
    package var wantedSide: Int?
    /// Whether a complete JPEG is accepted although its decoder warns about it, as it does for those of webcams.
    package var acceptsWarnings = false

    /// The default limits.
    package init() {}

    /// The default limits with a minimum for the result's longer side.
    package init(wantedSide: Int?) {
        self.wantedSide = wantedSide
    }

    /// The factor by which each side is divided: 1, 2, 4 or 8.
    func reduction(_ width: Int, height: Int) -> Int {
        guard let wantedSide else { return 1 }
        return [8, 4, 2].first { max(width, height) / $0 >= max(wantedSide, 1) } ?? 1
    }
}

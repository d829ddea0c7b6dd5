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

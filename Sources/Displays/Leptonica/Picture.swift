import CLeptonica
import ImageCleaning
internal import SystemCalls

/// An image in Leptonica's memory.
///
/// It owns the image; no other code holds a pointer to it.
final class Picture {
    private static let silence: Void = vb_lept_silence()

    private let pix: UnsafeMutablePointer<Pix>

    private init(_ pix: UnsafeMutablePointer<Pix>) {
        self.pix = pix
    }

    deinit {
        var pix: UnsafeMutablePointer<Pix>? = pix
        pixDestroy(&pix)
    }

    /// Silences Leptonica's messages on standard error; it must be called first.
    static func beSilent() { _ = silence }

    /// Decodes a file.
    ///
    /// - Parameter reduction: The factor by which each side of a JPEG is divided; other formats keep their size.
    /// - Returns: Nil if Leptonica rejects it.
    static func decode(_ bytes: [UInt8], format: ImageFormat, reduction: Int, acceptsWarnings: Bool) -> Picture? {
        beSilent()
        let pix = bytes.withUnsafeBufferPointer { buffer -> UnsafeMutablePointer<Pix>? in
            switch format {
            case .jpeg:
                vb_lept_read_jpeg(buffer.baseAddress, buffer.count, Int32(reduction), acceptsWarnings ? 1 : 0)
            case .png: pixReadMemPng(buffer.baseAddress, buffer.count)
            case .tiff: pixReadMemTiff(buffer.baseAddress, buffer.count, 0)
            case .webP: pixReadMemWebP(buffer.baseAddress, buffer.count)
            case .bmp: pixReadMemBmp(buffer.baseAddress, buffer.count)
            case .pnm: pixReadMemPnm(buffer.baseAddress, buffer.count)
            case .gif: pixReadMemGif(buffer.baseAddress, buffer.count)
            // libheif decodes these formats, not Leptonica.
            case .heic, .avif: nil
            }
        }
        return pix.map(Picture.init)
    }

    /// Creates an image from bytes, row by row.
    ///
    /// - Parameter channels: 1 for grey, 3 for red, green and blue; the number of bytes must match.
    /// - Returns: Nil if memory is short, or a side is 0 or above Leptonica's limit.
    static func make(width: Int, height: Int, channels: Int, pixels: [UInt8]) -> Picture? {
        beSilent()
        guard (1...65_535).contains(width), (1...65_535).contains(height), pixels.count == width * height * channels,
            let pix = pixCreate(Int32(width), Int32(height), channels == 1 ? 8 : 32), let data = pixGetData(pix)
        else { return nil }
        let words = Int(pixGetWpl(pix))
        for y in 0..<height {
            for x in 0..<width {
                let place = (y * width + x) * channels
                if channels == 1 {
                    data[y * words + x / 4] |= UInt32(pixels[place]) << UInt32(8 * (3 - x % 4))
                } else {
                    let color = UInt32(pixels[place]) << 24 | UInt32(pixels[place + 1]) << 16
                    data[y * words + x] = color | UInt32(pixels[place + 2]) << 8
                }
            }
        }
        return Picture(pix)
    }

    /// The width in pixels.
    var width: Int { Int(pixGetWidth(pix)) }
    /// The height in pixels.
    var height: Int { Int(pixGetHeight(pix)) }
    /// The number of bits per pixel.
    var depth: Int { Int(pixGetDepth(pix)) }
    /// Whether its pixels have transparency.
    var hasAlpha: Bool { depth == 32 && pixGetSpp(pix) == 4 }

    /// The words of a row.
    func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result? {
        guard (0..<height).contains(row), let data = pixGetData(pix) else { return nil }
        let words = Int(pixGetWpl(pix))
        return body(UnsafeBufferPointer(start: data + row * words, count: words))
    }

    /// The palette in red, green and blue on white; nil without a palette.
    private lazy var palette: [(UInt8, UInt8, UInt8)]? = {
        guard depth <= 8 else { return nil }
        guard let map = pixGetColormap(pix) else {
            let last = (1 << depth) - 1
            // A set bit is black.
            return (0...last).map { number in
                let gray = UInt8(255 * (depth == 1 ? last - number : number) / last)
                return (gray, gray, gray)
            }
        }
        return (0..<(1 << depth)).map { number in
            var (red, green, blue, alpha): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 255)
            guard pixcmapGetRGBA(map, Int32(number), &red, &green, &blue, &alpha) == 0 else { return (0, 0, 0) }
            func blend(_ value: l_int32) -> UInt8 { UInt8(clamping: (value * alpha + 255 * (255 - alpha) + 127) / 255) }
            return (blend(red), blend(green), blend(blue))
        }
    }()

    /// Encodes a JPEG, or a PNG if `quality` is nil.
    func encoded(quality: Int?) -> [UInt8]? {
        var (data, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        defer { lept_free(data) }
        let failed =
            if let quality {
                pixWriteMemJpeg(&data, &count, pix, Int32(min(max(quality, 1), 100)), 0)
            } else {
                pixWriteMemPng(&data, &count, pix, 0)
            }
        guard failed == 0, let data else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: count))
    }
}

extension Picture: PixelRows {
    /// Whether its pixel format is supported.
    var isKnown: Bool { [1, 2, 4, 8, 16, 32].contains(depth) }

    /// Converts a row to red, green and blue.
    func fill(_ bytes: inout [UInt8], at place: Int, row: Int) {
        guard place >= 0, bytes.count - place >= 3 * width else { return }
        _ = withRow(row) { words in
            if depth == 32, !hasAlpha {
                Self.copy(words.prefix(width), into: &bytes, at: place)
            } else {
                convert(words, into: &bytes, at: place)
            }
        }
    }

    /// Copies pixels of red, green, blue and an unused byte, the format of most photos.
    private static func copy(_ words: Slice<UnsafeBufferPointer<UInt32>>, into bytes: inout [UInt8], at place: Int) {
        guard let last = words.last else { return }
        bytes.withUnsafeMutableBytes { bytes in
            var place = place
            for word in words.dropLast() {
                // The fourth byte is overwritten by the next pixel.
                bytes.storeBytes(of: word.bigEndian, toByteOffset: place, as: UInt32.self)
                place += 3
            }
            for channel in 0..<3 {
                bytes[place + channel] = UInt8(truncatingIfNeeded: last >> UInt32(24 - 8 * channel))
            }
        }
    }

    private func convert(_ words: UnsafeBufferPointer<UInt32>, into bytes: inout [UInt8], at place: Int) {
        let (width, depth, palette) = (width, depth, palette)
        func put(_ color: (UInt8, UInt8, UInt8), at x: Int) {
            let place = place + 3 * x
            (bytes[place], bytes[place + 1], bytes[place + 2]) = color
        }
        if let palette {
            let (perWord, mask) = (32 / depth, UInt32((1 << depth) - 1))
            for x in 0..<width {
                let shift = UInt32(32 - depth * (x % perWord + 1))
                put(palette[Int(words[x / perWord] >> shift & mask)], at: x)
            }
        } else if depth == 16 {
            for x in 0..<width {
                let gray = UInt8(truncatingIfNeeded: words[x / 2] >> (x % 2 == 0 ? 24 : 8))
                put((gray, gray, gray), at: x)
            }
        } else {
            for x in 0..<width {
                let word = words[x]
                let alpha = word & 255
                func blend(_ shift: UInt32) -> UInt8 {
                    UInt8(truncatingIfNeeded: ((word >> shift & 255) * alpha + 255 * (255 - alpha) + 127) / 255)
                }
                put((blend(24), blend(16), blend(8)), at: x)
            }
        }
    }
}

/// The heap of the C library.
enum Heap {
    /// Returns free memory to the system, because a large picture finds no room among the fragments of small ones.
    static func giveBack() { HeapSettings.returnFreeMemory() }
}

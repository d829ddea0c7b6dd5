import CLeptonica
import Pixels
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

    /// Silences Leptonica's messages on standard error; to be called before anything else.
    static func beSilent() { _ = silence }

    /// Decodes a file.
    ///
    /// - Parameter reduction: The factor by which each side of a JPEG is divided; other formats keep their size.
    /// - Returns: Nil if Leptonica refuses it.
    static func decode(_ bytes: [UInt8], format: ImageFormat, reduction: Int, acceptsWarnings: Bool) -> Picture? {
        beSilent()
        let pix = bytes.withUnsafeBufferPointer { buffer in
            switch format {
            case .jpeg:
                vb_lept_read_jpeg(buffer.baseAddress, buffer.count, Int32(reduction), acceptsWarnings ? 1 : 0)
            case .png: pixReadMemPng(buffer.baseAddress, buffer.count)
            case .tiff: pixReadMemTiff(buffer.baseAddress, buffer.count, 0)
            case .webP: pixReadMemWebP(buffer.baseAddress, buffer.count)
            case .bmp: pixReadMemBmp(buffer.baseAddress, buffer.count)
            case .pnm: pixReadMemPnm(buffer.baseAddress, buffer.count)
            case .gif: pixReadMemGif(buffer.baseAddress, buffer.count)
            }
        }
        return pix.map(Picture.init)
    }

    /// Makes an image from bytes, row by row.
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
    var palette: [(UInt8, UInt8, UInt8)]? {
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
    }

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

extension Picture {
    /// Converts to colours, upright and reduced.
    ///
    /// - Parameter reduction: The factor by which each side is divided; each pixel is the mean of a square.
    /// - Returns: Nil for an unknown kind of pixels.
    func color(_ orientation: ImageOrientation, reduction: Int) -> ColorImage? {
        let (columns, rows) = ((width + reduction - 1) / reduction, (height + reduction - 1) / reduction)
        guard [1, 2, 4, 8, 16, 32].contains(depth), columns > 0, rows > 0 else { return nil }
        let places = orientation.places(width: columns, height: rows)
        var result = [UInt8](repeating: 0, count: 3 * columns * rows)
        var line = [UInt8](repeating: 0, count: 3 * width)
        var sums = [UInt32](repeating: 0, count: 3 * columns)
        let palette = palette
        for row in 0..<rows {
            let lines = (row * reduction)..<min(height, (row + 1) * reduction)
            if reduction > 1 { for index in sums.indices { sums[index] = 0 } }
            for y in lines {
                fill(&line, row: y, palette: palette)
                if reduction > 1 { add(line, reduction: reduction, to: &sums) }
            }
            if reduction > 1 { mean(sums, lines: lines.count, reduction: reduction, into: &line) }
            put(line, columns: columns, first: places.first + row * places.row, step: places.column, into: &result)
        }
        let sides = orientation.swapsSides ? (rows, columns) : (columns, rows)
        return ColorImage(width: sides.0, height: sides.1, pixels: result)
    }

    private func put(_ line: [UInt8], columns: Int, first: Int, step: Int, into result: inout [UInt8]) {
        var place = 3 * first
        for x in 0..<columns {
            result[place] = line[3 * x]
            result[place + 1] = line[3 * x + 1]
            result[place + 2] = line[3 * x + 2]
            place += 3 * step
        }
    }

    private func add(_ line: [UInt8], reduction: Int, to sums: inout [UInt32]) {
        var (place, count) = (0, 0)
        for x in 0..<width {
            for channel in 0..<3 { sums[place + channel] += UInt32(line[3 * x + channel]) }
            count += 1
            if count == reduction { (place, count) = (place + 3, 0) }
        }
    }

    private func mean(_ sums: [UInt32], lines: Int, reduction: Int, into line: inout [UInt8]) {
        for index in sums.indices {
            let columns = min(width, (index / 3 + 1) * reduction) - index / 3 * reduction
            let count = UInt32(columns * lines)
            line[index] = UInt8(truncatingIfNeeded: (sums[index] + count / 2) / count)
        }
    }

    /// Converts a row to red, green and blue.
    private func fill(_ line: inout [UInt8], row: Int, palette: [(UInt8, UInt8, UInt8)]?) {
        let (width, depth, hasAlpha) = (width, depth, hasAlpha)
        _ = withRow(row) { words in
            if let palette {
                let (perWord, mask) = (32 / depth, UInt32((1 << depth) - 1))
                for x in 0..<width {
                    let shift = UInt32(32 - depth * (x % perWord + 1))
                    (line[3 * x], line[3 * x + 1], line[3 * x + 2]) = palette[Int(words[x / perWord] >> shift & mask)]
                }
            } else if depth == 16 {
                for x in 0..<width {
                    let gray = UInt8(truncatingIfNeeded: words[x / 2] >> (x % 2 == 0 ? 24 : 8))
                    (line[3 * x], line[3 * x + 1], line[3 * x + 2]) = (gray, gray, gray)
                }
            } else {
                for x in 0..<width {
                    let word = words[x]
                    let alpha = hasAlpha ? word & 255 : 255
                    for channel in 0..<3 {
                        let value = word >> UInt32(24 - 8 * channel) & 255
                        line[3 * x + channel] = UInt8(
                            truncatingIfNeeded: (value * alpha + 255 * (255 - alpha) + 127) / 255
                        )
                    }
                }
            }
        }
    }
}

/// The heap of the C library.
enum Heap {
    /// Returns free memory to the system, because a large picture finds no room among the fragments of small ones.
    static func giveBack() { HeapSettings.returnFreeMemory() }
}

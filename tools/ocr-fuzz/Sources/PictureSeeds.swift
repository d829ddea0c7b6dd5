package import FuzzSupport
internal import Leptonica
internal import Pixels

/// Small inputs of every format that are read without damage.
package enum PictureSeeds {
    /// Image files.
    package static let images: [[UInt8]] = jpegs + pngs + plain + written + phones

    /// What decoders of images look for.
    package static let imageWords = FuzzWords(
        signs: [0, 1, 2, 4, 8, 16, 0x7F, 0x80, 0xC0, 0xC2, 0xC4, 0xD9, 0xDA, 0xDB, 0xE1, 0xFE, 0xFF],
        words: [
            [0xFF, 0xD8, 0xFF], [0xFF, 0xC0], [0xFF, 0xC2], [0xFF, 0xDA], [0xFF, 0xD9], [0xFF, 0xDD, 0, 4, 0, 1],
            Array("Exif\0\0II*\0".utf8), Array("IHDR".utf8), Array("IDAT".utf8), Array("PLTE".utf8),
            Array("tRNS".utf8), Array("acTL".utf8), Array("eXIf".utf8), Array("VP8X".utf8), Array("ANIM".utf8),
            [0x21, 0xF9, 4], [0x2C, 0, 0], [0x12, 1, 3, 0, 1, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0],
            [0x7F, 0xFF, 0xFF, 0xFF], Array("4294967295".utf8), Array("99999".utf8), Array("ftypheic".utf8),
            Array("mif1".utf8), Array("avif".utf8), Array("meta".utf8), Array("iloc".utf8), Array("iref".utf8),
            Array("dimg".utf8), Array("auxl".utf8), Array("ispe".utf8), Array("irot".utf8), Array("imir".utf8),
            Array("clap".utf8), Array("grid".utf8), Array("hvc1".utf8), Array("av01".utf8), [0x42, 1, 1],
        ]
    )

    /// What readers of weights look for.
    package static let weightWords = FuzzWords(
        signs: Array("\"{}[],:-.eE0123456789 \n".utf8) + [0, 0x7C, 0x7F, 0x80, 0xFC, 0xFF],
        words: [
            "null", "true", "[0,0]", "-1", "9223372036854775807", "4096", "65536", "\"input\"", "\"a\"", "\"concat\"",
            "\"add\"", "\"upsample2\"", "\"maxpool\"", "\"conv2d\"", "{\"op\":", "1e30", "0.5",
        ].map { Array($0.utf8) }
    )

    private static var slope: ColorImage? {
        var pixels: [UInt8] = []
        for place in 0..<(40 * 24) {
            pixels.append(UInt8(place % 40 * 6))
            pixels.append(UInt8(place / 40 * 10))
            pixels.append(UInt8(place % 7 * 30))
        }
        return ColorImage(width: 40, height: 24, pixels: pixels)
    }

    private static var jpegs: [[UInt8]] {
        guard let slope, let color = try? ImageFile.jpeg(slope, quality: 60),
            let gray = try? ImageFile.jpeg(slope.gray, quality: 60)
        else { return [] }
        // A segment that says: turned left.
        let exif: [UInt8] = [
            0xFF, 0xE1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0,
            0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
        ]
        var turned = color
        turned.insert(contentsOf: exif, at: 2)
        return [color, gray, turned]
    }

    private static var pngs: [[UInt8]] {
        guard let slope else { return [] }
        return [try? ImageFile.png(slope), try? ImageFile.png(slope.gray)].compactMap(\.self)
    }

    /// PNM as bytes and as text, and a bitmap.
    private static var plain: [[UInt8]] {
        let pixels = (0..<48).map { UInt8($0 * 5) }
        let header: [UInt8] = [
            0x42, 0x4D, 102, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 24, 0, 0, 0,
            0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]
        let files: [[UInt8]] = [
            Array("P6\n4 4\n255\n".utf8) + pixels, Array("P5\n8 6\n255\n".utf8) + pixels,
            Array("P2\n2 2\n15\n0 5\n10 15\n".utf8), Array("P1\n3 2\n1 0 1\n0 1 0\n".utf8), header + pixels,
        ]
        return files
    }

    /// A network with each step that there is.
    package static let weights: [[UInt8]] = {
        let header = """
            {"format":"vbn1","name":"n","input":[1,0,0],"multiple":[2,2],"alphabet":"01","ops":[{"op":"conv2d","inputs":\
            ["input"],"output":"a","in":1,"out":2,"kernel":[3,3],"stride":[1,1],"pad":[1,1],"relu":true,"weight":"a.w",\
            "bias":"a.b"},{"op":"maxpool","inputs":["a"],"output":"b","kernel":[2,2],"stride":[2,2]},{"op":"upsample2",\
            "inputs":["b"],"output":"c"},{"op":"add","inputs":["a","c"],"output":"d","relu":true},{"op":"concat",\
            "inputs":["c","d"],"output":"e"},{"op":"conv2d","inputs":["e"],"output":"f","in":4,"out":1,"kernel":[1,1],\
            "stride":[1,1],"pad":[0,0],"relu":false,"weight":"f.w","bias":"f.b"}],"output":"f","tensors":[{"name":"a.w",\
            "shape":[2,1,3,3],"offset":0},{"name":"a.b","shape":[2],"offset":36},{"name":"f.w","shape":[1,4,1,1],\
            "offset":40},{"name":"f.b","shape":[1],"offset":48}]}

            """
        var bytes = Array(header.utf8)
        for place in 0..<50 { bytes.append(place % 2 == 0 ? UInt8(place) : 0x38) }
        return [bytes]
    }()

    /// A QR code, and bars of Code 128 and EAN-13, each of few pixels.
    package static let codes: [[UInt8]] = [square(qr, module: 3), bars(code128), bars(ean13)]

    private static func square(_ rows: [String], module: Int) -> [UInt8] {
        let side = (rows.count + 8) * module
        let modules = rows.map(Array.init)
        var bytes: [UInt8] = [UInt8(side), UInt8(side)]
        for place in 0..<(side * side) {
            let x: Int = place % side / module - 4
            let y: Int = place / side / module - 4
            let isDark = modules.indices.contains(y) && modules[y].indices.contains(x) && modules[y][x] == "#"
            bytes.append(isDark ? 20 : 230)
        }
        return bytes
    }

    private static func bars(_ modules: String) -> [UInt8] {
        let quiet = [UInt8](repeating: 230, count: 20)
        var line: [UInt8] = quiet
        for module in modules { line += [UInt8](repeating: module == "#" ? 20 : 230, count: 2) }
        line += quiet
        var bytes: [UInt8] = [UInt8(line.count), 24]
        for _ in 0..<24 { bytes += line }
        return bytes
    }

    private static let code128 = "##.#..#....###.#.##...#...#.##...#..##.###..###.##.###.###.###.##.##...###.#.##"
    private static let ean13 =
        "#.#...##.#.#..###.#.####.####.#...#..#.##..##.#.#.#....#.#....#.#....#.###.#..#....#.##..##.#.#"
    private static let qr = [
        "#######..#.#..#######",
        "#.....#..###..#.....#",
        "#.###.#.#.#...#.###.#",
        "#.###.#.##.##.#.###.#",
        "#.###.#...###.#.###.#",
        "#.....#...#.#.#.....#",
        "#######.#.#.#.#######",
        "...........##........",
        "...##.##..#......##..",
        "#..##...#.####..##...",
        "#####.#..##..##.##.#.",
        "#....#.#.##..#....###",
        "##..###.###..##..#..#",
        "........#...#.......#",
        "#######.#####.###...#",
        "#.....#...##..#.#.##.",
        "#.###.#.#.#.####.##.#",
        "#.###.#.#.#####.###..",
        "#.###.#....##.###.###",
        "#.....#....####.#.##.",
        "#######..##....##.##.",
    ]
}

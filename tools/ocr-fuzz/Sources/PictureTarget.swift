package import FuzzSupport
internal import Leptonica
internal import NeuralNet
internal import Pixels
internal import ZBar

/// One reader of pictures, or of what belongs to it, with inputs that it takes.
package struct PictureTarget: Sendable {
    /// Inputs to begin with.
    package let seeds: [[UInt8]]
    /// What is put into them.
    package let words: FuzzWords
    /// Whether some are PNGs, whose checksums a change makes wrong.
    package let hasPNG: Bool
    /// Reads an input, and tells what became of it; throws where it is refused.
    package let read: @Sendable (_ bytes: [UInt8]) throws -> String

    /// The targets by the name of their format.
    package static let formats = ["images": images, "weights": weights, "codes": codes, "multipart": multipart]

    /// Image files.
    package static let images = PictureTarget(
        seeds: PictureSeeds.images,
        words: PictureSeeds.imageWords,
        hasPNG: true
    ) { bytes in
        var limits = ImageLimits(wantedSide: 16)
        // Small, so that thousands are decoded in a second; larger ones are refused like any above a limit.
        (limits.mostPixels, limits.mostPixelsAtOnce) = (1 << 20, 1 << 18)
        limits.acceptsWarnings = bytes.count % 2 == 0
        let image = try ImageFile.read(bytes: bytes, limits: limits)
        return "\(image.format) \(image.color.width) \(image.color.height) \(image.orientation)"
    }

    /// Files of weights; the network is run.
    package static let weights = PictureTarget(
        seeds: PictureSeeds.weights,
        words: PictureSeeds.weightWords,
        hasPNG: false
    ) { bytes in
        let network = try Network(bytes: bytes)
        let sides = zip(network.input.dropFirst(), network.multiple).map { $0 > 0 ? $0 : ($1 + 7) / $1 * $1 }
        let values = Array(repeating: Float(0.5), count: network.input[0] * sides[0] * sides[1])
        guard let input = Tensor(channels: network.input[0], height: sides[0], width: sides[1], values: values) else {
            return "no input"
        }
        let answer = try network.run(input)
        return "\(answer.channels) \(answer.height) \(answer.width)"
    }

    /// Bar codes in pictures: two bytes of width and height, then the pixels.
    package static let codes = PictureTarget(
        seeds: PictureSeeds.codes,
        words: FuzzWords(
            signs: [0, 20, 127, 230, 255],
            words: [[0, 255, 0, 255], [20, 20, 20], [230, 230, 230, 230]]
        ),
        hasPNG: false
    ) { bytes in
        guard bytes.count > 2, bytes[0] > 0, bytes[1] > 0 else { return "no picture" }
        let (width, height) = (Int(bytes[0]), Int(bytes[1]))
        var pixels = Array(bytes.dropFirst(2).prefix(width * height))
        pixels += Array(repeating: 230, count: width * height - pixels.count)
        guard let image = GrayImage(width: width, height: height, pixels: pixels) else { return "no picture" }
        return BarCodes.find(in: image).map { "\($0.symbology) \($0.text ?? "")" }.joined(separator: ",")
    }
}

import NeuralNet
import Pixels

/// Images as the networks take them: less their mean, over their deviation.
enum NetworkInput {
    /// Added to the deviation, so that noise on an even grey does not become an image.
    static let floor = 8.0

    /// An image pasted at the upper left of a larger plane whose rest is the image's mean.
    ///
    /// - Parameter square: The side of the square that the deviation is taken over, rest and all, as training does.
    static func tensor(_ image: GrayImage, width: Int, height: Int, square: Int) -> Tensor? {
        guard image.width <= width, image.height <= height else { return nil }
        let area = Double(max(square * square, image.width * image.height, 1))
        let share = Double(image.width * image.height) / area
        let table = levels(mean: image.mean, deviation: image.deviation * share.squareRoot())
        var values = [Float](repeating: 0, count: width * height)
        let pixels = image.pixels
        for row in 0..<image.height {
            for column in 0..<image.width {
                values[row * width + column] = table[Int(pixels[row * image.width + column])]
            }
        }
        return Tensor(channels: 1, height: height, width: width, values: values)
    }

    /// A row's crop.
    static func tensor(_ crop: GrayImage) -> Tensor? {
        let table = levels(mean: crop.mean, deviation: crop.deviation)
        return Tensor(
            channels: 1,
            height: crop.height,
            width: crop.width,
            values: crop.pixels.map { table[Int($0)] }
        )
    }

    private static func levels(mean: Double, deviation: Double) -> [Float] {
        (0...255).map { Float((Double($0) - mean) / (deviation + floor)) }
    }
}

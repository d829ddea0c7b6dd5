import Glibc

/// Means over the cells of a row's core, each cell weighed by its probability.
struct CoreSums {
    /// The mean probability of the surer half of the cells.
    let score: Double
    /// The row's height in the input's pixels.
    let height: Double
    /// The sine of the row's angle.
    let sine: Double

    /// Sums over the cells of a map.
    init(_ cells: [Int], _ map: FinderMap) {
        var (weights, heights, sines) = (0.0, 0.0, 0.0)
        var probabilities: [Double] = []
        for cell in cells {
            let probability = Double(1 / (1 + exp(-map.core[cell])))
            probabilities.append(probability)
            weights += probability
            heights += probability * Double(min(max(map.rowHeight[cell], -3), 4))
            sines += probability * Double(map.sine[cell])
        }
        probabilities.sort(by: >)
        let surer = probabilities.prefix((probabilities.count + 1) / 2)
        score = surer.reduce(0, +) / Double(max(surer.count, 1))
        height = weights > 0 ? 16 * exp(heights / weights) : 0
        sine = weights > 0 ? sines / weights : 0
    }
}

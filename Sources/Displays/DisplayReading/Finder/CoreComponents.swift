import Glibc
import Pixels

/// Extraction of rows from a finder's map: the connected components of its core plane, as boxes.
package enum CoreComponents {
    /// The height of the core as a share of the row's box.
    static let coreAcross = 0.5
    /// The distance of the core from the row's ends, in heights.
    static let coreInset = 0.35
    /// The logit above which cells are core: a probability of 0.4; for faint rows 0.1.
    static let threshold = (usual: Float(-0.4), faint: Float(-2.2))
    /// The minimum mean probability of a row's surer half.
    static let leastScore = (usual: 0.42, faint: 0.15)

    /// The rows in the pixels of the finder's input, the surest first.
    package static func rows(in map: FinderMap) -> [RowCandidate] {
        rows(in: map, above: threshold.usual, score: leastScore.usual)
    }

    /// The faint rows; they include the usual ones, perhaps merged with each other.
    package static func faintRows(in map: FinderMap) -> [RowCandidate] {
        rows(in: map, above: threshold.faint, score: leastScore.faint)
    }

    /// Upright boxes around the two largest displays in the map, in the pixels of the finder's input.
    static func displays(in map: FinderMap) -> [OrientedBox] {
        CellGroups(map.display, width: map.width, above: 0).groups
            .filter { $0.count >= 12 }.sorted { $0.count > $1.count }.prefix(2)
            .map { box(around: $0, in: map) }
    }

    /// The upright box around cells, in the pixels of the finder's input.
    private static func box(around cells: [Int], in map: FinderMap) -> OrientedBox {
        let columns = cells.map { $0 % map.width }
        let rows = cells.map { $0 / map.width }
        let (left, right) = (columns.min() ?? 0, (columns.max() ?? 0) + 1)
        let (top, bottom) = (rows.min() ?? 0, (rows.max() ?? 0) + 1)
        let side = Int(FinderMap.cell)
        return OrientedBox(
            PixelRect(x: left * side, y: top * side, width: (right - left) * side, height: (bottom - top) * side)
        )
    }

    private static func rows(in map: FinderMap, above threshold: Float, score: Double) -> [RowCandidate] {
        let displays = CellGroups(map.display, width: map.width, above: 0)
        return CellGroups(map.core, width: map.width, above: threshold).groups
            .compactMap { row(of: upperHalf(of: $0, in: map), in: map, displays: displays) }
            .filter { $0.score > score }
            .sorted { $0.score > $1.score }
    }

    /// The cells of a faint group that are at least half as probable as its surest one, because its fringe is not part
    /// of the row.
    private static func upperHalf(of cells: [Int], in map: FinderMap) -> [Int] {
        let top = cells.map { map.core[$0] }.max() ?? 0
        guard top < -threshold.usual else { return cells }
        let least = probability(top) / 2
        return cells.filter { probability(map.core[$0]) >= least }
    }

    private static func probability(_ logit: Float) -> Float { 1 / (1 + exp(-logit)) }

    private static func row(of cells: [Int], in map: FinderMap, displays: CellGroups) -> RowCandidate? {
        guard cells.count >= 2 else { return nil }
        let sums = CoreSums(cells, map: map)
        let box = box(of: cells, sums: sums, in: map)
        guard box.height >= 5, box.width >= box.height * 0.2 else { return nil }
        let display = display(of: cells, displays: displays)
        let inside = cells.reduce(0) { $0 + Double(probability(map.display[$1])) } / Double(cells.count)
        return RowCandidate(
            box: box,
            score: sums.score,
            display: display,
            inside: inside,
            panel: display.map { self.box(around: displays.groups[$0], in: map) }
        )
    }

    private static func box(of cells: [Int], sums: CoreSums, in map: FinderMap) -> OrientedBox {
        let angle = asin(min(max(sums.sine, -1), 1))
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
        for cell in cells {
            let x = (Double(cell % map.width) + 0.5) * FinderMap.cell
            let y = (Double(cell / map.width) + 0.5) * FinderMap.cell
            let (along, across) = (x * cosine + y * sine, y * cosine - x * sine)
            (left, right) = (min(left, along), max(right, along))
            (top, bottom) = (min(top, across), max(bottom, across))
        }
        let half = FinderMap.cell / 2
        let measured = bottom - top + 2 * half
        let height = height(told: sums.height, measured: measured)
        let along = (left + right) / 2
        let across = (top + bottom) / 2
        return OrientedBox(
            center: Point(x: along * cosine - across * sine, y: along * sine + across * cosine),
            width: max(right - left + 2 * half + 2 * coreInset * height, 0.3 * height),
            height: height,
            angle: angle
        )
    }

    /// The height from the network, corrected by the core's measured extent if that spans enough cells.
    private static func height(told: Double, measured: Double) -> Double {
        let other = measured / coreAcross
        guard told > 0, (0.6...1.6).contains(other / told) else { return told }
        let weight = min(max((measured - 8) / 32, 0), 0.4)
        return exp((1 - weight) * log(told) + weight * log(other))
    }

    private static func display(of cells: [Int], displays: CellGroups) -> Int? {
        var counts: [Int: Int] = [:]
        for cell in cells where displays.groupOf[cell] >= 0 { counts[displays.groupOf[cell], default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        return most.value * 2 > cells.count ? most.key : nil
    }
}

/// Weighted means over the cells of a row's core, with each cell's probability as weight.
struct CoreSums {
    /// The mean probability of the surer half of the cells.
    let score: Double
    /// The row's height in the input's pixels.
    let height: Double
    /// The sine of the row's angle.
    let sine: Double

    /// Sums over the cells of a map.
    init(_ cells: [Int], map: FinderMap) {
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

/// Connected groups of cells with a logit above a threshold, connected at sides and corners.
struct CellGroups {
    /// The group of each cell; −1 for none.
    let groupOf: [Int]
    /// The cells of each group.
    let groups: [[Int]]

    /// Groups the cells of a plane of `width` columns.
    init(_ plane: [Float], width: Int, above threshold: Float) {
        let height = width > 0 ? plane.count / width : 0
        var groupOf = [Int](repeating: -1, count: plane.count)
        var groups: [[Int]] = []
        for start in plane.indices where plane[start] > threshold && groupOf[start] < 0 {
            var cells = [start]
            var next = 0
            groupOf[start] = groups.count
            while next < cells.count {
                let (row, column) = (cells[next] / width, cells[next] % width)
                next += 1
                for y in max(0, row - 1)...min(height - 1, row + 1) {
                    for x in max(0, column - 1)...min(width - 1, column + 1) {
                        let cell = y * width + x
                        guard groupOf[cell] < 0, plane[cell] > threshold else { continue }
                        groupOf[cell] = groups.count
                        cells.append(cell)
                    }
                }
            }
            groups.append(cells)
        }
        self.groupOf = groupOf
        self.groups = groups
    }
}

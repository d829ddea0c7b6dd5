import Pixels

/// The regularity of a row's digits: those of one number are evenly spaced, equally high, and on one baseline.
///
/// A unit's letter, a clock or a button next to a number, misread as another digit, breaks one of these rules.
struct RowShape {
    /// 1 if no gap between digits is wider than the others; 0 if the widest one is twice the usual.
    private(set) var rhythm = 1.0
    /// 1 if all digits share height and baseline; otherwise the worst digit's similarity.
    private(set) var evenness = 1.0
    /// The last digit's similarity to the others in height and baseline; a unit's symbol, such as `°C`, is smaller or
    /// higher.
    private(set) var tail = 1.0

    /// Measures a string's characters.
    init(of places: CharacterPlaces) {
        rhythm = Self.rhythm(places.centers, digits: places.digits, height: Double(places.lines.count))
        guard let plane = places.plane else { return }
        let alike = Self.alike(places.digits.compactMap { places.cell($0).flatMap { Self.extent($0, plane: plane) } })
        evenness = alike.min() ?? 1
        tail = alike.last ?? 1
    }

    private static func rhythm(_ centers: [Double], digits: [Int], height: Double) -> Double {
        let gaps = zip(digits.dropFirst(), digits).map { next, last in
            // A point or colon in between takes up some room.
            centers[next] - centers[last] - (next - last > 1 ? 0.2 * height : 0)
        }
        guard let widest = gaps.max() else { return 1 }
        let usual = max(gaps.sorted()[(gaps.count - 1) / 2], 0.6 * height)
        return min(max(2 - widest / usual, 0), 1)
    }

    /// The lines with a digit's ink: the longest stretch, because rows above and below may extend into the crop.
    private static func extent(_ cell: Range<Int>, plane: InkPlane) -> ClosedRange<Int>? {
        var stretches: [ClosedRange<Int>] = []
        for line in 0..<plane.height where plane.most(row: line, columns: cell) > 0.5 {
            // Between segments there are gaps of a few lines.
            if let last = stretches.last, line - last.upperBound <= 4 {
                stretches[stretches.count - 1] = last.lowerBound...line
            } else {
                stretches.append(line...line)
            }
        }
        return stretches.max { $0.count < $1.count }
    }

    /// The similarity of each digit to the middle one in height and position.
    private static func alike(_ extents: [ClosedRange<Int>]) -> [Double] {
        guard extents.count > 1 else { return [] }
        let heights = extents.map { Double($0.count) }
        let middles = extents.map { Double($0.lowerBound + $0.upperBound) / 2 }
        let (height, middle) = (heights.sorted()[heights.count / 2], middles.sorted()[middles.count / 2])
        return zip(heights, middles).map { own, place -> Double in
            let size = min(own / height, height / own)
            return size * max(1 - 2 * abs(place - middle) / height, 0)
        }
    }
}

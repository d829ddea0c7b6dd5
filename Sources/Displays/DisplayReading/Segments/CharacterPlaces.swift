import Pixels

/// The positions of a string's characters in a row's crop, and the crop's ink.
struct CharacterPlaces {
    /// The characters, from left to right.
    let characters: [Character]
    /// The centre column of each.
    let centers: [Double]
    /// The lines of the crop between its margins.
    let lines: Range<Int>
    /// The ink; nil if light and dark are not separated.
    let plane: InkPlane?

    /// Locates a string in a crop; nil if the crop cannot show it.
    init?(of string: [UInt8], in crop: ReadCrop) {
        guard let spans = crop.lattice.alignment(of: string) else { return nil }
        characters = string.map { ReaderAlphabet.characters[Int($0) - 1] }
        centers = spans.map { (Double($0.lowerBound + $0.upperBound) + 1) / 2 * crop.stride }
        let margin = Double(crop.image.height) * crop.crop.across / (1 + 2 * crop.crop.across)
        lines = Int(margin.rounded())..<max(Int((Double(crop.image.height) - margin).rounded()), Int(margin) + 2)
        plane = InkPlane(crop.image)
    }

    /// The indices of the digits.
    var digits: [Int] { characters.indices.filter { characters[$0].isNumber } }

    /// The columns with ink between the emptiest columns on both sides of a character.
    func cell(_ index: Int) -> Range<Int>? {
        guard let plane else { return nil }
        let height = Double(lines.count)
        let left = index > 0 ? (centers[index - 1] + centers[index]) / 2 : centers[index] - 0.45 * height
        let right =
            index + 1 < centers.count ? (centers[index] + centers[index + 1]) / 2 : centers[index] + 0.45 * height
        let start = valley(near: left, reach: 0.2 * height, plane: plane)
        let end = valley(near: right, reach: 0.2 * height, plane: plane)
        guard start < end else { return nil }
        let inked = (start...end).filter { plane.mean(column: $0, rows: lines) > 0.12 }
        guard let first = inked.first, let last = inked.last else { return nil }
        return first..<last + 1
    }

    /// The column with the least ink within a distance.
    private func valley(near place: Double, reach: Double, plane: InkPlane) -> Int {
        let last = Double(plane.width - 1)
        let first = Int(min(max(place - reach, 0), last))
        let columns = first...max(first, Int(min(max(place + reach, 0), last)))
        return columns.min { first, second in
            let (one, other) = (plane.mean(column: first, rows: lines), plane.mean(column: second, rows: lines))
            return (one, abs(Double(first) - place)) < (other, abs(Double(second) - place))
        } ?? first
    }
}

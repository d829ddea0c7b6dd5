package import Pixels

/// A record of the training stream: an image, and its truth as JSON.
package struct StreamRecord: Sendable {
    /// The truth as JSON.
    package var json: String
    /// The image.
    package var image: GrayImage

    /// Creates a record.
    package init(json: String, image: GrayImage) {
        self.json = json
        self.image = image
    }

    /// The record as bytes: the length of the JSON, the JSON, the width, the height (each 32 bits, little-endian), the
    /// pixels.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        func append(_ number: Int) {
            for shift in stride(from: 0, to: 32, by: 8) { result.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        append(json.utf8.count)
        result.append(contentsOf: json.utf8)
        append(image.width)
        append(image.height)
        result.append(contentsOf: image.pixels)
        return result
    }
}

extension StreamRecord {
    /// A whole photo at a size, for evaluation.
    package static func photo(kind: DisplayKind?, band: DisplayBand, seed: UInt64, side: Int) -> StreamRecord {
        let drawn = DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: true).draw(side: side)
        return StreamRecord(json: truth(drawn, scale: 1), image: drawn.gray)
    }

    /// The row finder derives an angle from its sine, so training stays well below a quarter turn; the display reader
    /// also tries photos rotated by quarter turns.
    private static let trainedTurn = CameraTurn.within(degrees: 50)

    /// The kind of device for a stream's seed, with a higher share of varied-looking kinds than in photos for
    /// measuring.
    private static func chosen(_ seed: UInt64) -> DisplayKind {
        var dice = Dice(seed: seed, stream: 5)
        return DisplayKind.allCases[dice.weighted([0.23, 0.15, 0.19, 0.21, 0.16, 0.06])]
    }

    /// A photo scaled to fit a square, as the row finder expects; every second one is a box around the display.
    package static func fitted(kind: DisplayKind?, band: DisplayBand, seed: UInt64, fit: Int) -> StreamRecord {
        var dice = Dice(seed: seed, stream: 3)
        let scene = DisplayScene(
            kind: kind ?? chosen(seed),
            band: band,
            seed: seed,
            framing: dice.chance(0.5) ? .display : .whole,
            mayRefuse: true,
            turn: trainedTurn
        )
        let drawn = scene.draw(side: Int(dice.scale(0.85, high: 1.9) * Double(fit)))
        let scale = Double(fit) / Double(max(drawn.gray.width, drawn.gray.height))
        let width = max(Int((Double(drawn.gray.width) * scale).rounded()), 1)
        let height = max(Int((Double(drawn.gray.height) * scale).rounded()), 1)
        let small = drawn.gray.resized(width: min(width, fit), height: min(height, fit))
        let gray = UInt8(min(max(small.mean.rounded(), 0), 255))
        return StreamRecord(json: truth(drawn, scale: scale), image: small.padded(width: fit, height: fit, with: gray))
    }

    private static func truth(_ drawn: DrawnDisplay, scale: Double) -> String {
        let rows = drawn.values.map { row in
            "{\"text\":\"\(row.text)\",\"field\":\"\(row.field)\",\"box\":\(numbers(row.box.scaled(by: scale)))}"
        }
        let expected = drawn.expected.map { "\"\($0.key)\":\($0.value)" }
        let display = drawn.display.map { numbers($0.scaled(by: scale)) } ?? "null"
        let displays = drawn.displays.map { numbers($0.scaled(by: scale)) }
        let refusal = drawn.refusal.map { "\"\($0.rawValue)\"" } ?? "null"
        return "{\"kind\":\"\(drawn.kind.rawValue)\",\"rows\":[\(rows.joined(separator: ","))],\"display\":\(display),"
            + "\"displays\":[\(displays.joined(separator: ","))],\"expected\":{\(expected.joined(separator: ","))},"
            + "\"refuse\":\(refusal)}"
    }

    private static func numbers(_ box: OrientedBox) -> String {
        let values = [box.center.x, box.center.y, box.width, box.height, box.angle]
        return "[\(values.map { "\(($0 * 10_000).rounded() / 10_000)" }.joined(separator: ","))]"
    }
}

extension StreamRecord {
    /// Two crops of each row of a drawn photo, with the errors of a row finder.
    package static func rows(kind: DisplayKind?, band: DisplayBand, seed: UInt64) -> [StreamRecord] {
        var dice = Dice(seed: seed, stream: 4)
        let refusal: DisplayRefusal? =
            dice.chance(0.09) ? .error : dice.chance(0.04) ? .memory : dice.chance(0.08) ? .clock : nil
        let scene = DisplayScene(
            kind: kind ?? chosen(seed),
            band: band,
            seed: seed,
            framing: .display,
            refusal: refusal,
            hasFreeValues: true,
            turn: trainedTurn
        )
        let side = scene.side(
            digits: dice.pick([dice.scale(9, high: 24), dice.scale(18, high: 64), dice.number(26, high: 44)])
        )
        let drawn = scene.draw(side: side)
        let smallest = drawn.values.map(\.box.height).min() ?? drawn.rows.map(\.box.height).min() ?? 0
        var records: [StreamRecord] = []
        for row in drawn.rows where row.isValue || dice.chance(0.35) {
            guard row.box.height > DrawnRow.leastHeight, scene.light.isLegible(row, smallest: smallest),
                row.text.allSatisfy({ "0123456789.:-/ACEFHILPbdhnortu".contains($0) })
            else { continue }
            let isAlone = drawn.values.count == 1 && row.isValue
            for _ in 0..<(row.isValue ? 2 : 1) {
                // Also far beyond the ends, as when the program checks whether a row continues.
                let along = isAlone && dice.chance(0.25) ? dice.number(0.8, high: 1.4) : dice.number(0.4, high: 0.8)
                let image = cut(row.box, along: along, photo: drawn.gray, using: &dice)
                records.append(StreamRecord(json: "{\"text\":\"\(row.text)\"}", image: image))
            }
        }
        if dice.chance(0.5), let image = nothing(drawn, signs: scene.signs(side: side), using: &dice) {
            records.append(StreamRecord(json: "{\"text\":\"\"}", image: image))
        }
        return records
    }

    private static func cut(
        _ box: OrientedBox,
        along: Double,
        photo: GrayImage,
        using dice: inout Dice
    ) -> GrayImage {
        var box = box
        let height = box.height
        box.center = box.point(along: dice.normal() * 0.06 * height, across: dice.normal() * 0.05 * height)
        box.width = max(box.width + dice.normal() * 0.1 * height, 0.2 * height)
        box.height *= min(max(1 + dice.normal() * 0.07, 0.75), 1.3)
        box.angle += dice.normal() * 0.025
        let crop = RowCrop(box: box, across: dice.number(0.14, high: 0.27), along: along)
        return crop.image(from: photo)
    }

    /// A crop without a row; half of the cases contain a sign other than a character.
    private static func nothing(_ drawn: DrawnDisplay, signs: [OrientedBox], using dice: inout Dice) -> GrayImage? {
        let photo = drawn.gray
        for _ in 0..<6 {
            let height = dice.scale(10, high: 50)
            var box = OrientedBox(
                center: Point(x: dice.unit() * Double(photo.width), y: dice.unit() * Double(photo.height)),
                width: height * dice.number(0.5, high: 4),
                height: height,
                angle: dice.normal() * 0.1
            )
            if !signs.isEmpty, dice.chance(0.5) { box = dice.pick(signs.filter { $0.height > 5 } + [box]) }
            let bounds = box.grown(along: height * 0.3, across: 0).bounds
            let isFree = drawn.rows.allSatisfy { row in
                let other = row.box.bounds
                return bounds.x > other.x + other.width || other.x > bounds.x + bounds.width
                    || bounds.y > other.y + other.height || other.y > bounds.y + bounds.height
            }
            if isFree { return cut(box, along: dice.number(0.4, high: 0.8), photo: photo, using: &dice) }
        }
        return nil
    }
}

extension DisplayScene {
    /// The places of the first device's signs other than characters, in a photo with this longer side.
    func signs(side: Int) -> [OrientedBox] {
        guard let view = views.first, let face = devices.first?.face else { return [] }
        return face.signs.map { view.box($0.x, y: $0.y, width: $0.width, height: $0.height).scaled(by: Double(side)) }
    }

    /// The longer side of the photo at which the smallest value has this height in pixels, at most 900.
    func side(digits: Double) -> Int {
        guard let view = views.first, let face = devices.first?.face else { return 200 }
        let smallest = face.rows.filter(\.isValue).map(\.height).min() ?? face.rows.map(\.height).min() ?? 40
        return Int(min(max(digits / (smallest * view.scale), 40), 900))
    }
}

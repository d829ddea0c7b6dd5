internal import Pixels

extension StreamRecord {
    /// A whole photo at a size, for measuring.
    package static func photo(kind: DisplayKind?, band: DisplayBand, seed: UInt64, side: Int) -> StreamRecord {
        let drawn = DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: true).draw(side: side)
        return StreamRecord(json: truth(drawn, scale: 1), image: drawn.gray)
    }

    /// A photo scaled to fit a square, as the finder of rows takes it; every other one a box around the display.
    package static func fitted(kind: DisplayKind?, band: DisplayBand, seed: UInt64, fit: Int) -> StreamRecord {
        var dice = Dice(seed: seed, stream: 3)
        let scene = DisplayScene(
            kind: kind,
            band: band,
            seed: seed,
            framing: dice.chance(0.5) ? .display : .whole,
            mayRefuse: true
        )
        let drawn = scene.draw(side: Int(dice.scale(0.85, 1.9) * Double(fit)))
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

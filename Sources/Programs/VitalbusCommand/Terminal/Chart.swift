internal import Foundation
internal import HubRunner
internal import SiteHealth
internal import VitalRecords

/// A chart of one metric in braille characters, eight dots each.
struct Chart: Sendable {
    /// The most charts drawn.
    private static let most = 6
    /// The height of a chart in lines.
    private static let height = 6

    /// One value.
    struct Point: Sendable, Hashable {
        let time: Date
        let value: Double
    }

    let title: String
    let points: [Point]
    let columns: Int
    let zone: TimeZone

    /// The charts of the records' metrics; those with the most values come first.
    ///
    /// - Parameter only: The wanted metrics; empty for all.
    static func charts(
        of records: [VitalRecord],
        only: [String],
        columns: Int,
        zone: TimeZone = .current
    ) -> [Chart] {
        struct Kind: Hashable {
            let metric: MetricName
            let unit: String
        }
        var found: [Kind: [Point]] = [:]
        for record in records {
            for one in record.measurements where only.isEmpty || only.contains(one.metric.rawValue) {
                guard let value = Double("\(one.value)") else { continue }
                found[Kind(metric: one.metric, unit: one.unit), default: []]
                    .append(Point(time: record.timestamp, value: value))
            }
        }
        let sorted = found.sorted {
            ($1.value.count, $0.key.metric.rawValue) < ($0.value.count, $1.key.metric.rawValue)
        }
        return sorted.prefix(most).map { kind, points in
            Chart(
                title: MeasuredText.title(kind.metric, unit: kind.unit),
                points: points.sorted { $0.time < $1.time },
                columns: columns,
                zone: zone
            )
        }
    }

    /// The lines: a title, the curve with its maximum and minimum, and the first and last day.
    var lines: [String] {
        guard let first = points.first, let last = points.last, let low = points.map(\.value).min(),
            let high = points.map(\.value).max()
        else { return [] }
        let (top, bottom) = (Self.number(high), Self.number(low))
        let margin = max(top.count, bottom.count)
        let width = max(10, columns - margin - 2)
        let rows = Self.rows(dots(width: width * 2, low: low, high: high), width: width)
        var lines = [title]
        for (index, row) in rows.enumerated() {
            let label = index == 0 ? top : index == rows.count - 1 ? bottom : ""
            lines.append(String(repeating: " ", count: margin - label.count) + label + " \u{2502}" + row)
        }
        let (from, to) = (LocalTime.day(first.time, in: zone), LocalTime.day(last.time, in: zone))
        let gap = width - from.count - to.count
        let days = gap > 0 && from != to ? from + String(repeating: " ", count: gap) + to : from
        return lines + [String(repeating: " ", count: margin + 2) + days]
    }

    /// The indices of points after a gap, across which a line would show values that were never measured.
    ///
    /// A gap is five times as long as the upper quartile of the intervals and at least two characters wide. Thus three
    /// readings each morning form one curve, and an empty month among daily readings is visible.
    private func gaps(at places: [Int]) -> Set<Int> {
        let intervals = zip(points, points.dropFirst()).map { $1.time.timeIntervalSince($0.time) }
        guard intervals.count > 1 else { return [] }
        let usual = intervals.sorted()[(intervals.count - 1) * 3 / 4]
        return Set(
            intervals.indices.filter { intervals[$0] > usual * 5 && places[$0 + 1] - places[$0] >= 4 }.map { $0 + 1 }
        )
    }

    /// The set dots by column and row from the top; lines connect neighbouring points without a gap.
    private func dots(width: Int, low: Double, high: Double) -> Set<[Int]> {
        guard let first = points.first?.time, let last = points.last?.time else { return [] }
        let span = last.timeIntervalSince(first)
        let rows = Self.height * 4
        let places = points.map { point in
            let x = span > 0 ? point.time.timeIntervalSince(first) / span * Double(width - 1) : 0
            let y = high > low ? (high - point.value) / (high - low) * Double(rows - 1) : Double(rows / 2)
            return (x: Int(clamping: x.rounded()), y: Int(clamping: y.rounded()))
        }
        let gaps = gaps(at: places.map(\.x))
        var dots: Set<[Int]> = []
        for (index, place) in places.enumerated() {
            dots.insert([place.x, place.y])
            guard index > 0 else { continue }
            let before = places[index - 1]
            let steps = max(abs(place.x - before.x), abs(place.y - before.y))
            guard steps > 1, !gaps.contains(index) else { continue }
            for step in 1..<steps {
                dots.insert([
                    before.x + (place.x - before.x) * step / steps, before.y + (place.y - before.y) * step / steps,
                ])
            }
        }
        return dots
    }

    /// Converts dots to characters of two by four.
    private static func rows(_ dots: Set<[Int]>, width: Int) -> [String] {
        // The order of the dots' bits: https://www.unicode.org/charts/PDF/U2800.pdf
        let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        return (0..<height).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<width {
                var code: UInt32 = 0x2800
                for x in 0..<2 {
                    for y in 0..<4 where dots.contains([column * 2 + x, row * 4 + y]) { code |= bits[x][y] }
                }
                if let scalar = Unicode.Scalar(code) { line.append(scalar) }
            }
            return String(line)
        }
    }

    private static func number(_ value: Double) -> String {
        let text = String(format: "%.2f", value)
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }
}

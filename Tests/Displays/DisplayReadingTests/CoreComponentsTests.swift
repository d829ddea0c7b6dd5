import DisplayReading
import Foundation
import Pixels
import Testing

/// Finds rows in maps drawn like those that the finder's networks are trained on.
struct CoreComponentsTests {
    private static func map(_ boxes: [OrientedBox], side: Int = 256) -> FinderMap {
        let cells = side / 4
        var core = [Float](repeating: -6, count: cells * cells)
        var (heights, sines, display) = (core, core, core)
        for index in core.indices {
            let point = Point(x: Double(index % cells) * 4 + 2, y: Double(index / cells) * 4 + 2)
            (heights[index], sines[index]) = (0, 0)
            for box in boxes {
                if box.grown(along: 10, across: 10).contains(point) { display[index] = 5 }
                var inner = box
                inner.height = box.height / 2
                inner.width = max(box.width - 0.7 * box.height, 0.25 * box.height)
                guard inner.contains(point) else { continue }
                core[index] = 6
                heights[index] = Float(log(box.height / 16))
                sines[index] = Float(sin(box.angle))
            }
        }
        return FinderMap(width: cells, height: cells, core: core, rowHeight: heights, sine: sines, display: display)
    }

    @Test(arguments: [0.0, 0.15, -0.3])
    func `Rows come back where they were drawn`(angle: Double) throws {
        let drawn = [
            OrientedBox(center: Point(x: 110, y: 60), width: 120, height: 44, angle: angle),
            OrientedBox(center: Point(x: 130, y: 180), width: 80, height: 30, angle: angle),
        ]
        let found = CoreComponents.rows(in: Self.map(drawn)).sorted { $0.box.center.y < $1.box.center.y }
        try #require(found.count == 2)
        for (row, truth) in zip(found, drawn) {
            #expect(abs(row.box.center.x - truth.center.x) < 4)
            #expect(abs(row.box.center.y - truth.center.y) < 4)
            #expect(abs(row.box.width - truth.width) < 10)
            #expect(abs(row.box.height / truth.height - 1) < 0.15)
            #expect(abs(row.box.angle - truth.angle) < 0.03)
            #expect(row.score > 0.95)
            #expect(row.display != nil)
        }
        #expect(found[0].display != found[1].display)
    }

    @Test
    func `An empty map has no rows`() {
        #expect(CoreComponents.rows(in: Self.map([])).isEmpty)
        #expect(CoreComponents.faintRows(in: Self.map([])).isEmpty)
    }
}

internal import Pixels

extension Surroundings {
    /// Draws what lies below the devices.
    func draw(on canvas: inout Canvas, side: Double) {
        let area = Outline.rect(0, 0, Double(canvas.width), Double(canvas.height))
        canvas.fill(area, .cover(level: Float(level), opacity: 1, tint: tint))
        for shape in shapes { canvas.fill(shape.moved(0, 0, scale: side).points, shape.paint) }
        let strength = Float(grainStrength)
        for y in 0..<canvas.height {
            let down = Float(y) / Float(canvas.height) * 10.99
            let row = Int(down)
            let dy = down - Float(row)
            for x in 0..<canvas.width {
                let along = Float(x) / Float(canvas.width) * 10.99
                let column = Int(along)
                let dx = along - Float(column)
                let place = row * 12 + column
                let upper = grain[place] + (grain[place + 1] - grain[place]) * dx
                let lower = grain[place + 12] + (grain[place + 13] - grain[place + 12]) * dx
                canvas.levels[y * canvas.width + x] *= 1 + strength * (upper + (lower - upper) * dy)
            }
        }
    }

    /// Draws what lies over the devices, unless it would cover a row.
    func drawFront(on canvas: inout Canvas, side: Double, sparing rows: [DrawnRow]) {
        let areas = rows.filter(\.isValue).map { $0.box.bounds }
        let shapes = front.map { $0.moved(0, 0, scale: side) }
        let points = shapes.flatMap(\.points)
        guard let first = points.first else { return }
        let left = points.reduce(first.x) { min($0, $1.x) }
        let right = points.reduce(first.x) { max($0, $1.x) }
        let top = points.reduce(first.y) { min($0, $1.y) }
        let bottom = points.reduce(first.y) { max($0, $1.y) }
        let covers = areas.contains { area in
            left < Double(area.x + area.width) && right > Double(area.x) && top < Double(area.y + area.height)
                && bottom > Double(area.y)
        }
        guard !covers else { return }
        for shape in shapes { canvas.fill(shape.points, shape.paint) }
    }
}

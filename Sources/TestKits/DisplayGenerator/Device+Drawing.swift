internal import Pixels

extension Device {
    /// Draws the body, the display's glass and its ink.
    func draw(on canvas: inout Canvas, view: PlaneView) {
        for shape in shapes { canvas.fill(view(shape.points), shape.paint) }
        for panel in face.panels { glass(panel, on: &canvas, view: view) }
        for shape in face.shapes { canvas.fill(view(shape.points), shape.paint) }
        for panel in face.panels {
            let bounds = view.box(panel.x, panel.y, panel.width, panel.height).grown(along: 6, across: 6).bounds
                .clamped(width: canvas.width, height: canvas.height)
            develop(bounds, on: &canvas, digit: (face.rows.first?.height ?? 20) * view.scale)
        }
    }

    private func glass(
        _ panel: (x: Double, y: Double, width: Double, height: Double),
        on canvas: inout Canvas,
        view: PlaneView
    ) {
        let corner = min(look.corner, panel.height * 0.2)
        let points = Outline.rounded(panel.x, panel.y, panel.width, panel.height, corner)
        canvas.fill(view(points), .cover(level: Float(look.background), opacity: 1, tint: look.tint))
        guard look.edge > 0 else { return }
        let dark = Paint.cover(level: 0, opacity: Float(look.edge), tint: look.tint)
        canvas.fill(view(Outline.rect(panel.x, panel.y, panel.width, 1.6)), dark)
        canvas.fill(view(Outline.rect(panel.x, panel.y, 1.2, panel.height)), dark)
    }

    /// Puts the ink, and its shadow, onto the glass.
    private func develop(_ bounds: PixelRect, on canvas: inout Canvas, digit: Double) {
        let right = Int((look.shadowX * digit).rounded())
        let down = Int((look.shadowY * digit).rounded())
        let hasShadow = look.shadow > 0 && (right != 0 || down != 0)
        let shadow = Float(look.shadow)
        let step = Float(look.drift) / Float(max(bounds.width, 1))
        for row in bounds.y..<bounds.y + bounds.height {
            let start = row * canvas.width
            let above = min(max(row - down, 0), canvas.height - 1) * canvas.width
            for column in bounds.x..<bounds.x + bounds.width {
                if hasShadow {
                    let from = min(max(column - right, 0), canvas.width - 1)
                    canvas.levels[start + column] *= 1 - shadow * canvas.ink[above + from]
                }
                let ink = canvas.ink[start + column]
                if ink > 0 {
                    let target = Float(look.foreground) + step * Float(column - bounds.x)
                    canvas.levels[start + column] += (target - canvas.levels[start + column]) * ink
                }
            }
        }
        for row in bounds.y..<bounds.y + bounds.height {
            for column in bounds.x..<bounds.x + bounds.width {
                let place = row * canvas.width + column
                canvas.mask[place] = max(canvas.mask[place], canvas.ink[place])
                canvas.light[place] += canvas.ink[place] * Float(look.bloom)
                canvas.ink[place] = 0
            }
        }
    }

    /// The rows as they lie in the photo.
    func rows(_ view: PlaneView) -> [DrawnRow] {
        face.rows.map { row in
            DrawnRow(
                text: row.text,
                field: row.field,
                isValue: row.isValue,
                box: view.box(row.x, row.y, row.width, row.height),
                contrast: 0,
                point: row.point * view.scale,
                points: row.points.map { middle in
                    // With as much around it as the point is large.
                    view.box(middle.x - 1.5 * row.point, middle.y - 1.5 * row.point, 3 * row.point, 3 * row.point)
                }
            )
        }
    }
}

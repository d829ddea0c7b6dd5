internal import Pixels

extension DisplayScene {
    /// Draws the photo; `side` is its longer side in pixels, 16 to 4000.
    package func draw(side: Int) -> DrawnDisplay { draw(side: side, shake: nil) }

    /// Draws a burst of photos of the same device, with small movements of the hand and of reflections.
    package func burst(_ count: Int, side: Int = 640) -> [DrawnDisplay] {
        (0..<max(count, 0)).map { frame($0, side: side) }
    }

    /// Draws one photo of a burst; the first has number 0.
    package func frame(_ number: Int, side: Int = 640) -> DrawnDisplay {
        draw(side: side, shake: UInt64(max(number, 0)) + 1)
    }

    private func draw(side: Int, shake: UInt64?) -> DrawnDisplay {
        let side = min(max(side, 16), 4_000)
        let size = Double(side)
        var canvas = Canvas(
            width: max(Int((width * size).rounded()), 8),
            height: max(Int((height * size).rounded()), 8),
            level: Float(surroundings.level)
        )
        let (views, light) = shaken(shake, size: size)
        surroundings.draw(on: &canvas, side: size)
        var rows: [DrawnRow] = []
        var displays: [OrientedBox] = []
        var own = 0
        for (device, view) in zip(devices, views) {
            device.draw(on: &canvas, view: view)
            rows += device.rows(view)
            if displays.isEmpty { own = rows.count }
            displays += device.face.panels.map { view.box($0.x, y: $0.y, width: $0.width, height: $0.height) }
        }
        if devices.count < 2 || refusal == .several { surroundings.drawFront(on: &canvas, side: size, sparing: rows) }
        let digit = devices.first.flatMap { $0.face.rows.filter(\.isValue).map(\.height).min() } ?? 20
        light.expose(
            &canvas,
            view: views.first,
            digit: digit * (views.first?.scale ?? 1),
            side: size,
            hasBloom: devices.contains { $0.look.bloom > 0 }
        )
        for index in rows.indices {
            rows[index].contrast = canvas.contrast(in: rows[index].box)
            rows[index].pointContrast = rows[index].points.compactMap { canvas.contrast(piece: $0) }.min() ?? 1
        }
        light.disturb(&canvas, seed: light.seed &+ (shake ?? 0))
        let gray =
            GrayImage(width: canvas.width, height: canvas.height, pixels: canvas.bytes(quality: light.quality))
            ?? GrayImage(width: 8, height: 8, filledWith: 0)
        let refusal = refusal ?? hidden(rows, light: light, mean: gray.mean)
        var drawn = DrawnDisplay(
            color: ColorImage(gray),
            gray: gray,
            rows: rows,
            displays: displays,
            shown: shown,
            refusal: refusal,
            kind: kind
        )
        drawn.color = canvas.colored(gray)
        drawn.display = whole(views.first)
        drawn.isAnotherLegible = isLegible(rows.dropFirst(own), beside: rows.prefix(own), light: light)
        return drawn
    }

    /// Whether a value of a device other than the first is legible to a person.
    private func isLegible(_ others: ArraySlice<DrawnRow>, beside own: ArraySlice<DrawnRow>, light: Light) -> Bool {
        let smallest = own.filter(\.isValue).map(\.box.height).min() ?? 0
        return others.contains { row in
            row.isValue && row.box.height > DrawnRow.leastHeight && light.isLegible(row, smallest: smallest)
        }
    }

    /// Why a photo planned to be legible is not.
    private func hidden(_ rows: [DrawnRow], light: Light, mean: Double) -> DisplayRefusal? {
        let smallest = rows.filter(\.isValue).map(\.box.height).min() ?? 0
        guard rows.contains(where: { $0.isValue && !light.isLegible($0, smallest: smallest) }) else { return nil }
        if mean < 25 { return .dark }
        return light.glares.contains { $0.strength > 0.3 } ? .glare : .blurred
    }

    private func shaken(_ shake: UInt64?, size: Double) -> ([PlaneView], Light) {
        var light = light
        var dice = Dice(seed: seed, stream: 100 + (shake ?? 0))
        let (moveX, moveY, turn) =
            shake == nil
            ? (0, 0, 0)
            : (dice.number(-0.02, high: 0.02), dice.number(-0.02, high: 0.02), dice.number(-0.02, high: 0.02))
        let views = views.map { view in
            var view = view
            view.target = Point(x: (view.target.x + moveX) * size, y: (view.target.y + moveY) * size)
            view.scale *= size
            view.angle += turn
            return view
        }
        if shake != nil {
            light.blur *= dice.number(0.7, high: 1.4)
            light.motionX *= dice.number(-1, high: 1)
            for index in light.glares.indices {
                let (x, y) = (dice.number(-25, high: 25), dice.number(-25, high: 25))
                light.glares[index].shapes = light.glares[index].shapes.map { shape in
                    shape.map { Point(x: $0.x + x, y: $0.y + y) }
                }
            }
        }
        return (views, light)
    }

    private func whole(_ view: PlaneView?) -> OrientedBox? {
        guard let view, let panels = devices.first?.face.panels else { return nil }
        let left = panels.map(\.x).min() ?? 0
        let top = panels.map(\.y).min() ?? 0
        let right = panels.map { $0.x + $0.width }.max() ?? 0
        let bottom = panels.map { $0.y + $0.height }.max() ?? 0
        return view.box(left, y: top, width: right - left, height: bottom - top)
    }
}

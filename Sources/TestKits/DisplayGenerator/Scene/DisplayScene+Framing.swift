internal import Pixels

extension DisplayScene {
    /// Places the devices in the photo.
    mutating func place(_ framing: Framing, turn: CameraTurn, using dice: inout Dice) {
        let ratio = dice.pick([4.0 / 3, 3.0 / 4, 3.0 / 4, 16.0 / 9, 9.0 / 16, 1, dice.scale(0.5, high: 2.2)])
        (width, height) = ratio > 1 ? (1, 1 / ratio) : (ratio, 1)
        for index in devices.indices {
            var view = tilt(devices[index], using: &dice)
            self.turn(&view, by: turn, index: index)
            if framing == .display, devices.count == 1 {
                frame(devices[index].face, view: &view, using: &dice)
                bringIn(devices[index].face, view: &view)
            } else {
                spread(devices[index].face, view: &view, index: index, isFar: framing == .far, using: &dice)
                bringIn(devices[index].face, view: &view)
            }
            views.append(view)
        }
    }

    private func tilt(_ device: Device, using dice: inout Dice) -> PlaneView {
        var view = PlaneView()
        let (face, body) = (device.face, device.body)
        let reach = max(face.width / 2 - body.x, body.x + body.width - face.width / 2)
        let depth = max(50 - body.y, body.y + body.height - 50)
        view.center = Point(x: face.width / 2, y: 50)
        let slant: Double = band == .easy ? 0.02 : band == .medium ? 0.08 : 0.15
        view.towardsRight = dice.number(-slant, high: slant) / max(face.width / 2, reach * 0.35)
        view.towardsBottom = dice.number(-slant, high: slant) / max(50, depth * 0.35)
        view.squeeze = band == .easy ? dice.number(0.95, high: 1.05) : dice.number(0.82, high: 1.15)
        let turn: Double = band == .easy ? 2 : dice.chance(0.25) ? 15 : dice.chance(band == .hard ? 0.1 : 0.02) ? 28 : 5
        view.angle = dice.number(-turn, high: turn) * Double.pi / 180
        return view
    }

    /// Rotates the camera as the scene requires.
    private func turn(_ view: inout PlaneView, by turn: CameraTurn, index: Int) {
        var dice = Dice(seed: seed, stream: 30 + UInt64(index))
        switch turn {
        case .upright: return
        case .exactly(let degrees): view.angle = degrees * Double.pi / 180
        case .within(let most):
            if dice.chance(family.turnedShare) { view.angle = dice.number(-most, high: most) * Double.pi / 180 }
        }
    }

    /// Frames the photo closely around the display.
    private mutating func frame(_ face: Face, view: inout PlaneView, using dice: inout Dice) {
        view.scale = 1
        view.target = Point(x: 0, y: 0)
        let bounds = face.panels.flatMap { view(Outline.rect($0.x, y: $0.y, width: $0.width, height: $0.height)) }
        let (left, right) = (bounds.map(\.x).min() ?? 0, bounds.map(\.x).max() ?? 1)
        let (top, bottom) = (bounds.map(\.y).min() ?? 0, bounds.map(\.y).max() ?? 1)
        let most = dice.pick([0.04, 0.15, 0.35])
        let least = dice.chance(0.2) ? -0.06 : -0.01
        let margins = (0..<4).map { _ in dice.number(least, high: most) }
        let wide = (right - left) * (1 + margins[0] + margins[1])
        let high = (bottom - top) * (1 + margins[2] + margins[3])
        let unit = 1 / max(wide, high)
        (width, height) = (wide * unit, high * unit)
        view.scale = unit
        view.target = Point(
            x: (-left + (right - left) * margins[0]) * unit,
            y: (-top + (bottom - top) * margins[2]) * unit
        )
    }

    /// Moves and shrinks a display until all its values are within the photo.
    private func bringIn(_ face: Face, view: inout PlaneView) {
        for _ in 0..<12 {
            let corners = face.rows.filter(\.isValue).flatMap {
                view.box($0.x, y: $0.y, width: $0.width, height: $0.height).corners
            }
            let edge = 0.004
            if corners.allSatisfy({ $0.x > edge && $0.y > edge && $0.x < width - edge && $0.y < height - edge }) {
                return
            }
            view.scale *= 0.95
            view.target.x += (width / 2 - view.target.x) * 0.15
            view.target.y += (height / 2 - view.target.y) * 0.15
        }
    }

    /// The scale at which the display fills a part of the photo.
    private func part(of face: Face, view: PlaneView, using dice: inout Dice) -> Double {
        let count = Double(devices.count)
        let near: Double? = family.reach.map { reach in
            dice.scale(reach.lowerBound * (band == .easy ? 3 : band == .medium ? 1.5 : 1), high: reach.upperBound)
        }
        let part =
            (near
                ?? (band == .easy
                    ? dice.scale(0.35, high: 0.85)
                    : band == .medium ? dice.scale(0.2, high: 1) : dice.scale(0.12, high: 1)))
            / (count > 1 ? count * 0.8 : 1)
        return part * min(width / (face.width * view.squeeze), height / 100)
    }

    /// Scales the display to fill a part of the photo, or a small part if it is far away.
    private func spread(_ face: Face, view: inout PlaneView, index: Int, isFar: Bool, using dice: inout Dice) {
        let count = Double(devices.count)
        let smallest = face.rows.filter(\.isValue).map(\.height).min() ?? 30
        if isFar {
            view.scale = max(dice.scale(0.05, high: 0.1) / max(face.width * view.squeeze, 100), 0.0085 / smallest)
        } else {
            view.scale = max(part(of: face, view: view, using: &dice), 0.0145 / smallest)
        }
        var (halfWidth, halfHeight) = (face.width * view.squeeze * view.scale / 2, 50 * view.scale)
        let (cosine, sine) = (abs(Angle.cosine(view.angle)), abs(Angle.sine(view.angle)))
        if sine > 0.48 {
            (halfWidth, halfHeight) = (cosine * halfWidth + sine * halfHeight, sine * halfWidth + cosine * halfHeight)
        }
        let cell = (width / count, width * Double(index) / count)
        let slackX = max(cell.0 / 2 - halfWidth * 1.06, 0)
        let slackY = max(height / 2 - halfHeight * 1.06, 0)
        view.target = Point(
            x: cell.1 + cell.0 / 2 + slackX * dice.number(-1, high: 1),
            y: height / 2 + slackY * dice.number(-1, high: 1)
        )
    }
}

/// How far the camera is turned against the display, in degrees clockwise.
package enum CameraTurn: Sendable, Hashable {
    /// As people hold it: mostly up to 15 degrees, rarely 28.
    case upright
    /// Rotated uniformly by up to this many degrees to either side in a share of the photos, larger for handheld
    /// devices.
    case within(degrees: Double)
    /// By this angle.
    case exactly(degrees: Double)

    /// In a share of the photos at any angle.
    package static let any = CameraTurn.within(degrees: 180)
}

internal import Pixels

extension Light {
    /// Makes light and ink such that a person can still read them, unless the photo is to be too dark.
    mutating func suit(_ look: inout PanelLook, isDark: Bool, band: DisplayBand) {
        guard !isDark else { return }
        let least = [.easy: 0.22, .medium: 0.09][band] ?? 0.045
        for _ in 0..<20 {
            let difference = abs(level(look.background) - level(look.foreground))
            if difference >= max(least, noise * 2.2) { return }
            if gain < 0.75 { gain *= 1.25 }
            gamma = gamma * 0.8 + 0.2
            noise *= 0.85
            let away = look.foreground > look.background ? 1.15 : 0.85
            look.foreground = min(max(look.foreground * away, 0.01), 1.1)
            if look.background * gain > 1 { look.background *= 0.95 }
            if !look.isLit, look.background < 0.3 { look.background *= 1.1 }
        }
    }

    /// Whether a person could still read a row, in a photo whose smallest value is so many pixels high.
    func isLegible(_ row: DrawnRow, smallest: Double) -> Bool {
        let share = smallest / max(row.box.height, 1)
        let motion = (motionX * motionX + motionY * motionY).squareRoot()
        guard blur * share <= 0.11, motion * share <= 0.3 else { return false }
        // A point that nobody sees makes another number of it.
        if row.point > 0, row.point < 0.9 || blur * smallest > row.point * 0.9 { return false }
        let visible = max(0.02, 0.12 * row.contrast, noise * 1.3 / max(row.point, 1))
        guard row.pointContrast >= visible else { return false }
        let smoothing = max((row.box.height / 8).squareRoot(), 1)
        return row.contrast >= max(0.014, noise * 1.1 / smoothing)
    }

    /// The grey that a part of the scene gets in the photo's darker half.
    private func level(_ scene: Double) -> Double {
        let darkest = shadows.reduce(0.85) { $0 * (1 - $1.depth * 0.7) }
        return Powers.power(min(max(scene * gain * darkest, 0.000_1), 1), gamma)
    }
}

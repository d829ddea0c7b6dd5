import Foundation

/// How well, how fast and with how much memory displays are read, beside its peers.
struct OCRFigure {
    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures drawn displays, real photos, bursts of frames, time and memory.
    func measure() async throws -> [FigureLine] {
        let reader = try PhotoReader()
        let drawn = await DrawnDisplays(count: effort.pick(5_000, quick: 300)).read(with: reader)
        var lines = DrawnFigures(drawn).lines
        lines += try await PhotoFigures.measure(reader, times: effort.pick(40, quick: 1))
        lines += try await BurstFigures.measure(count: effort.pick(2_000, quick: 12))
        lines += try await ReadingCost(effort).measure(reader)
        lines += await PhonePictureCost(effort).measure(reader)
        return lines
    }
}

import Foundation

/// How well displays are read, beside its peers.
struct OCRFigure {
    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures drawn displays, real photos and bursts of frames.
    func measure() async throws -> [FigureLine] {
        let reader = try PhotoReader()
        let drawn = await DrawnDisplays(count: effort.pick(5_000, quick: 300)).read(with: reader)
        var lines = DrawnFigures(drawn).lines
        lines += try await PhotoFigures.measure(reader, times: effort.pick(40, quick: 1))
        lines += try await BurstFigures.measure(count: effort.pick(2_000, quick: 12))
        return lines
    }
}

/// How fast and with how much memory displays are read.
///
/// How well they are read is measured apart: it takes half an hour, and other work on the machine does not change it.
struct OCRCostFigure {
    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures processor time of photos in JPEG and HEIC, and memory.
    func measure() async throws -> [FigureLine] {
        let reader = try PhotoReader()
        return try await ReadingCost(effort).measure(reader) + PhonePictureCost(effort).measure(reader)
    }
}

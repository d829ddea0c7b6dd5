import DisplayGenerator
import DisplayScoring
import Foundation
import HubRunner
import Leptonica
import LoadFacts
import PhotoReading
import Pixels
import SimulatedHub

/// Processor time of a photo and of a frame, once warm, and memory of a process that reads photos.
struct ReadingCost {
    private static let seed: UInt64 = 0x0CF2_0000_0000
    /// The longer side of frames and photos in pixels.
    private static let side = 1_600
    /// A phone's photo.
    private static let largeSide = 4_000
    /// Milliseconds that a whole photo may take.
    static let wholeGoal = 120.0

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// A drawn photo as a file, and what it shows.
    private struct Sample {
        let bytes: [UInt8]
        let request: RecognitionRequest
        let framed: RecognitionRequest
    }

    /// Measures time in this process and memory in another.
    func measure(_ reader: PhotoReader) async throws -> [FigureLine] {
        let count = effort.pick(16, quick: 4)
        let samples = try (0..<count).map { try Self.sample($0, side: Self.side, turn: .upright) }
        // Far from upright, and evenly around the circle.
        let turned = try (0..<count).map { number in
            let angle = 40 + 280 * (Double(number) + 0.5) / Double(count)
            return try Self.sample(number, side: Self.side, turn: .exactly(degrees: angle))
        }
        var times = [[Double]](repeating: [], count: 5)
        // The first time is for the networks, buffers and the processor to warm up.
        for round in 0...effort.pick(5, quick: 1) {
            let all = [
                Self.milliseconds(samples) { _ = reader.engine.recognise(bytes: $0.bytes, request: $0.request) },
                Self.milliseconds(samples) { _ = reader.engine.recognise(bytes: $0.bytes, request: $0.framed) },
                Self.milliseconds(samples) { _ = try? OpenedPicture.open(bytes: $0.bytes) },
                Self.milliseconds(turned) { _ = reader.engine.recognise(bytes: $0.bytes, request: $0.request) },
                Self.milliseconds(turned) { _ = reader.engine.recognise(bytes: $0.bytes, request: $0.framed) },
            ]
            guard round > 0 else { continue }
            for (place, time) in all.enumerated() { times[place].append(time) }
        }
        func details(ofTurned place: Int) -> [String: Double] {
            [
                "side": Double(Self.side), "ofWhichDecoding": Statistics.median(times[2]),
                "turnedBy40AndMore": Statistics.median(times[place]),
            ]
        }
        return [
            Self.line(
                "ocr-cost.whole",
                times[0],
                goal: Self.wholeGoal,
                "a whole photo of an upright display, decoding included",
                details(ofTurned: 3)
            ),
            Self.line(
                "ocr-cost.box",
                times[1],
                goal: 30,
                "a frame with an upright display's box, decoding included",
                details(ofTurned: 4)
            ),
            try await memory(samples),
        ]
    }

    private static func sample(_ number: Int, side: Int, turn: CameraTurn) throws -> Sample {
        let drawn = DisplayScene(band: .medium, seed: seed + UInt64(number), turn: turn).draw(side: side)
        let truth = DisplayTruth(drawn)
        return Sample(
            bytes: try ImageFile.jpeg(drawn.color, quality: 90),
            request: RecognitionRequest(truth, box: nil),
            framed: RecognitionRequest(truth, box: drawn.display?.bounds)
        )
    }

    /// Milliseconds of this process's processor time for each of the samples, in the mean.
    private static func milliseconds(_ samples: [Sample], _ body: (Sample) -> Void) -> Double {
        let start = clock()
        for sample in samples { body(sample) }
        // POSIX has a million of them a second, whatever the machine's clock.
        return Double(clock() - start) / 1_000 / Double(max(samples.count, 1))
    }

    private static func line(
        _ name: String,
        _ values: [Double],
        goal: Double,
        _ what: String,
        _ details: [String: Double]
    ) -> FigureLine {
        FigureLine(
            name,
            unit: "ms of one core",
            values: values,
            limits: values.map { _ in goal },
            limitIs: "goal: \(what)",
            goal: .atMost(1),
            details: details
        )
    }

    /// The peak of the command that reads the photos one after another, a large one at the end.
    private func memory(_ samples: [Sample]) async throws -> FigureLine {
        let folder = try LineFolder(nil)
        defer { folder.remove() }
        let large = try Self.sample(
            samples.count,
            side: effort.pick(Self.largeSide, quick: Self.side),
            turn: .upright
        )
        var files: [String] = []
        for (number, sample) in (samples + [large]).enumerated() {
            files.append("\(folder.path)/\(number).jpg")
            try Data(sample.bytes).write(to: URL(filePath: files[number]))
        }
        var peaks: [(all: Double, small: Double)] = []
        for _ in 0..<effort.pick(3, quick: 1) {
            let program = "\(ProgramFolder.path)/vitalbus"
            let all = try await RunCost.of(program, ["ocr", "--json"] + files)
            let small = try await RunCost.of(program, ["ocr", "--json"] + files.dropLast())
            peaks.append((all.peakMegabytes, small.peakMegabytes))
        }
        return FigureLine(
            "ocr-cost.memory",
            unit: "MB",
            values: peaks.map(\.all),
            limits: peaks.map { _ in 80 },
            limitIs: "goal: resident at the peak of `vitalbus ocr`, the programs' libraries included",
            goal: .atMost(1),
            details: [
                "largestSide": Double(effort.pick(Self.largeSide, quick: Self.side)),
                "withoutTheLargest": Statistics.median(peaks.map(\.small)),
            ]
        )
    }
}

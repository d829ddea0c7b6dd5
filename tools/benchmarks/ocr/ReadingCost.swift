import DisplayGenerator
import DisplayScoring
import Foundation
import HubRunner
import Leptonica
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
        let samples = try (0..<effort.pick(16, quick: 4)).map { try Self.sample($0, reader, side: Self.side) }
        var (whole, box, decoding): ([Double], [Double], [Double]) = ([], [], [])
        // The first time is for the networks, buffers and the processor to warm up.
        for round in 0...effort.pick(5, quick: 1) {
            let times = [
                Self.milliseconds(samples) { _ = reader.engine.recognise(bytes: $0.bytes, request: $0.request) },
                Self.milliseconds(samples) { _ = reader.engine.recognise(bytes: $0.bytes, request: $0.framed) },
                Self.milliseconds(samples) { _ = try? OpenedPicture.open(bytes: $0.bytes) },
            ]
            guard round > 0 else { continue }
            whole.append(times[0])
            box.append(times[1])
            decoding.append(times[2])
        }
        let details = ["side": Double(Self.side), "ofWhichDecoding": Statistics.median(decoding)]
        return [
            Self.line("ocr.time.whole", whole, goal: 120, "a whole photo, decoding included", details),
            Self.line("ocr.time.box", box, goal: 30, "a frame with the display's box, decoding included", details),
            try await memory(samples, reader),
        ]
    }

    private static func sample(_ number: Int, _ reader: PhotoReader, side: Int) throws -> Sample {
        let drawn = DisplayScene(band: .medium, seed: seed + UInt64(number)).draw(side: side)
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
    private func memory(_ samples: [Sample], _ reader: PhotoReader) async throws -> FigureLine {
        let folder = try LineFolder(nil)
        defer { folder.remove() }
        let large = try Self.sample(samples.count, reader, side: effort.pick(Self.largeSide, quick: Self.side))
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
            "ocr.memory",
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

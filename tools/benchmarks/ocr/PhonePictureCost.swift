import DisplayGenerator
import DisplayScoring
import Foundation
import HEIF
import Leptonica
import LoadFacts
import PhotoReading
import Pixels
import Processes

/// Processor time of a HEIC, decoding told apart from reading: one of a frame's size, and a phone's 12 megapixels.
///
/// libheif decodes a picture whole, whatever size is wanted of it: a larger one costs its pixels. The goal is made of its parts:
/// what libheif takes alone, measured beside it, and what a whole photo may take in all.
struct PhonePictureCost {
    private static let seed: UInt64 = 0x0CF3_0000_0000
    private static let sizes = [(name: "ocr-cost.heic", side: 1_600), ("ocr-cost.heic-12mp", 4_032)]

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// One line for each size; where `heif-enc` is not installed they are counted skips.
    func measure(_ reader: PhotoReader) async -> [FigureLine] {
        var lines: [FigureLine] = []
        for (name, side) in Self.sizes {
            do {
                lines.append(try await line(name, side: side, reader))
            } catch {
                FileHandle.standardError.line("skipped: \(name): \(error)")
            }
        }
        return lines
    }

    private func line(_ name: String, side: Int, _ reader: PhotoReader) async throws -> FigureLine {
        let drawn = DisplayScene(band: .medium, seed: Self.seed).draw(side: side)
        let request = RecognitionRequest(DisplayTruth(drawn), box: nil)
        let bytes = try await Self.heic(drawn.color)
        guard let facts = HEIFFacts(bytes) else { throw BenchError("heif-enc made no HEIC") }
        var (whole, decoding, alone): ([Double], [Double], [Double]) = ([], [], [])
        // The first time is for the networks, buffers and the processor to warm up.
        for round in 0...effort.pick(10, quick: 2) {
            let times = [
                Self.milliseconds { _ = reader.engine.recognise(bytes: bytes, request: request) },
                Self.milliseconds { _ = try? OpenedPicture.open(bytes: bytes) },
                Self.milliseconds {
                    _ = try? HEIFPicture.decode(bytes, facts: facts, longestSide: 20_000, isStrict: true)
                },
            ]
            guard round > 0 else { continue }
            whole.append(times[0])
            decoding.append(times[1])
            alone.append(times[2])
        }
        return FigureLine(
            name,
            unit: "ms of one core",
            values: whole,
            limits: alone.map { $0 + ReadingCost.wholeGoal },
            limitIs: "goal: what libheif takes alone, and a whole photo's \(Int(ReadingCost.wholeGoal)) ms",
            goal: .atMost(1),
            details: [
                "side": Double(side), "pixels": Double(drawn.color.width * drawn.color.height),
                "ofWhichDecoding": Statistics.median(decoding), "libheifAlone": Statistics.median(alone),
                "bytes": Double(bytes.count),
            ]
        )
    }

    /// Compresses a picture by libheif's own program.
    ///
    /// - Throws: ``BenchError`` where it is not installed.
    private static func heic(_ image: ColorImage) async throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitalbus-bench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, result) = (folder.appending(path: "a.png"), folder.appending(path: "a.heic"))
        try Data(ImageFile.png(image)).write(to: source)
        do {
            let child = try await ChildProcess.start(
                ChildCommand("heif-enc", arguments: ["-q", "60", source.path, "-o", result.path], output: .lines)
            )
            for await _ in child.lines {}
            guard await child.waitUntilExit().isSuccess else { throw BenchError("it failed") }
        } catch {
            throw BenchError("heif-enc of libheif-examples cannot be run: \(error)")
        }
        return Array(try Data(contentsOf: result))
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = clock()
        body()
        // POSIX has a million of them a second, whatever the machine's clock.
        return Double(clock() - start) / 1_000
    }
}

import DisplayScoring
import Foundation
import Leptonica
import Pixels
import Processes

/// A program of Debian or PyPI that reads characters from images.
enum PeerReader: String, CaseIterable {
    case tesseract
    case ssocr
    case rapidocr

    /// What it is, in a sentence.
    var words: String {
        switch self {
        case .tesseract: "tesseract-ocr of Debian with its English model"
        case .ssocr: "ssocr of Debian"
        case .rapidocr: "rapidocr-onnxruntime 1.4.4 of PyPI with its models"
        }
    }

    /// Installs what Debian's packages of the benchmarks do not bring.
    ///
    /// - Throws: ``BenchError`` that says why it cannot be had.
    func install() async throws {
        guard self == .rapidocr else { return }
        // The second gives the first an OpenCV that needs no window system.
        let packages = ["rapidocr-onnxruntime==1.4.4", "opencv-python-headless==4.11.0.86"]
        _ = try await PythonPeer.install(packages, for: "bin/rapidocr_onnxruntime")
    }

    /// ssocr's threshold takes a square for every pixel: ten seconds for 1,200 of them, and no digit needs as many.
    private var longestSide: Int {
        switch self {
        case .tesseract, .rapidocr: 4_096
        case .ssocr: 480
        }
    }

    /// Whether any of its settings has the numbers of every part in order.
    ///
    /// - Throws: ``BenchError`` where it is not installed.
    func reads(_ photo: PhotoFixture, _ mode: PeerImage.Mode) async throws -> Bool {
        for part in try PeerImage.parts(photo, mode, most: longestSide) {
            guard try await reads(part.image, part.texts, mode) else { return false }
        }
        return true
    }

    private func reads(_ image: GrayImage, _ texts: [String], _ mode: PeerImage.Mode) async throws -> Bool {
        let file = FileManager.default.temporaryDirectory.appending(path: "vitalbus-bench-\(UUID()).png").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        for light in PeerImage.lights(image) {
            try Data(try ImageFile.png(light)).write(to: URL(filePath: file))
            for settings in settings(mode) {
                let output = try await output(arguments(file, settings))
                if NumbersInText(output).has(texts) { return true }
            }
        }
        return false
    }

    /// The ways in which it tries, one after another.
    private func settings(_ mode: PeerImage.Mode) -> [[String]] {
        switch self {
        case .tesseract:
            let digits = ["-c", "tessedit_char_whitelist=0123456789.-"]
            let pages = mode == .lines ? ["7", "6"] : ["11", "6"]
            return pages.flatMap { [["--psm", $0] + digits, ["--psm", $0]] }
        case .ssocr:
            // The light taken out, and segments joined, by its own means: what it reads best after.
            let joined = ["dynamic_threshold", "30", "30", "closing", "2"]
            return [["-T"] + joined, ["-T", "-n", "8", "-i", "4"] + joined, ["-T"], ["-T", "invert"]]
        case .rapidocr: return [mode == .lines ? ["--row"] : []]
        }
    }

    private func arguments(_ file: String, _ settings: [String]) -> [String] {
        switch self {
        case .tesseract: [file, "stdout"] + settings
        case .ssocr: ["-d", "-1", "-c", "decimal"] + settings + [file]
        case .rapidocr: ["tools/benchmarks/ocr/rapidocr_texts.py"] + settings + [file]
        }
    }

    private var executable: String { self == .rapidocr ? PythonPeer.python : rawValue }

    private func output(_ arguments: [String]) async throws -> String {
        // It is one core that is compared.
        let alone: [String: String?] = ["OMP_THREAD_LIMIT": "1"]
        do {
            let child = try await ChildProcess.start(
                ChildCommand(executable, arguments: arguments, environment: alone, output: .lines)
            )
            let text = await child.lines.reduce(into: "") { $0 += $1 + "\n" }
            let exit = await child.waitUntilExit()
            // Python ends so when a module is missing, ssocr also when it reads nothing.
            if self == .rapidocr, !exit.isSuccess { throw BenchError("it ended with \(exit)") }
            return text
        } catch {
            throw BenchError("\(rawValue) cannot be run: \(error)")
        }
    }
}

import Foundation
import Processes

/// TheengsDecoder, the decoder of adverts that people use.
struct TheengsPeer: Sendable {
    /// How fast adverts are decoded, and the share that is read.
    struct Rate: Sendable, Decodable {
        /// Adverts a second of processor time.
        let perSecond: Double
        /// The share of adverts that give values.
        let read: Double
    }

    /// The package.
    static let package = "TheengsDecoder==2.5.0"

    /// Installs it, unless it is there.
    ///
    /// - Throws: ``BenchError`` that says why it cannot be had.
    static func install() async throws -> TheengsPeer {
        try await PythonPeer.install([package], module: "TheengsDecoder")
        return TheengsPeer()
    }

    /// Decodes the samples again and again.
    ///
    /// - Throws: ``BenchError`` if it fails.
    func rate(_ seconds: Double) async throws -> Rate {
        let adverts = try AdvertSample.all.enumerated().map { try $0.element.json(number: $0.offset) }
        let arguments = ["tools/benchmarks/theengs_adverts.py", "\(seconds)"] + adverts
        let child = try await ChildProcess.start(ChildCommand(PythonPeer.python, arguments: arguments, output: .lines))
        let lines = await child.lines.reduce(into: [String]()) { $0.append($1) }
        guard await child.waitUntilExit().isSuccess, let last = lines.last else {
            throw BenchError("TheengsDecoder failed: \(lines.last ?? "without a word")")
        }
        return try JSONDecoder().decode(Rate.self, from: Data(last.utf8))
    }
}

import Foundation
import Testing

/// The built program as a child process.
final class SimulatorProcess {
    let port: Int
    private let process: Process
    private let ended: AsyncStream<Int32>

    /// Starts the program, which is in the tests' folder, and waits for its ready line.
    init(_ arguments: [String]) async throws {
        let process = Process()
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appending(path: "validic-simulator")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        let (ended, source) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        process.terminationHandler = {
            source.yield($0.terminationStatus)
            source.finish()
        }
        try process.run()
        let line = await output.fileHandleForReading.firstData()
        let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
        #expect(object?["event"] as? String == "ready")
        port = try #require(object?["port"] as? Int)
        (self.process, self.ended) = (process, ended)
    }

    /// Sends a signal and returns the exit status (the signal's number if the signal killed it).
    func end(with signal: Int32) async -> Int32? {
        kill(process.processIdentifier, signal)
        var iterator = ended.makeAsyncIterator()
        return await iterator.next()
    }
}

import Foundation

/// The one line on standard output that tells that the simulator listens.
struct ReadyLine {
    let port: Int

    func write() throws {
        try FileHandle.standardOutput.write(contentsOf: Data("{\"event\":\"ready\",\"port\":\(port)}\n".utf8))
    }
}

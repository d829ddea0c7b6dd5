import Foundation
import TestSupport

/// Runs Debian's Python, in place of a client in another language.
struct PythonRun {
    /// The project's folder.
    static let root = ProjectFolder.url
    /// Whether Debian's python3-cryptography is installed.
    static let hasCryptography = (try? PythonRun(["-c", "import cryptography"]).code) == 0

    /// The exit code.
    let code: Int32
    /// The output.
    let text: String

    /// Runs Python until it exits, and kills it after 30 s.
    init(_ arguments: [String], input: String = "") throws {
        let (process, said, typed) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = arguments
        process.standardInput = typed
        process.standardOutput = said
        process.standardError = said
        try process.run()
        let limit = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: limit)
        defer { limit.cancel() }
        try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try typed.fileHandleForWriting.close()
        text = String(decoding: try said.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        code = process.terminationStatus
    }
}

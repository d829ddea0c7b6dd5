internal import Foundation
internal import HubRunner
internal import SystemCalls

/// The program that links the displays' libraries, and is `vitalbus` when it is started by that name.
enum DisplayProgram {
    private static let name = "ocr-worker"

    /// Goes on with the same command line as that program, which has the libraries; comes back only when it cannot.
    ///
    /// - Throws: ``CommandFailure`` (69) if the program is missing or does not start.
    static func takeOver() throws -> Never {
        let folder = ProgramFolder.path
        guard let program = ProgramFolder.executable(of: name, in: folder) else {
            throw failure("there is no \(name) in \(folder), the program that reads pictures")
        }
        let error = ProgramChange.run(program, arguments: ["vitalbus"] + CommandLine.arguments.dropFirst())
        throw failure("\(program) does not start (\(POSIXError.Code(rawValue: error).map { "\($0)" } ?? "\(error)"))")
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(
            HubRunnerError.Code.executableMissing.rawValue,
            message: "\(message): build all programs, or install them in one folder",
            exitCode: ExitCodes.unavailable
        )
    }
}

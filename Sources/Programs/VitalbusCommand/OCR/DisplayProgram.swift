internal import HubRunner
internal import SystemCalls
internal import SystemPackage

/// The program that links the displays' libraries, and acts as `vitalbus` when started by that name.
enum DisplayProgram {
    private static let name = "ocr-worker"

    /// Replaces this process by that program with the same command line; returns only if that fails.
    ///
    /// - Throws: ``CommandFailure`` (69) if the program is missing or does not start.
    static func takeOver() throws -> Never {
        let folder = ProgramFolder.path
        guard let program = ProgramFolder.executable(of: name, in: folder) else {
            throw failure("\(name), the program that reads pictures, is missing from \(folder)")
        }
        let error = ProgramChange.run(program, arguments: ["vitalbus"] + CommandLine.arguments.dropFirst())
        throw failure("\(program) does not start (\(Errno(rawValue: error)))")
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(
            HubRunnerError.Code.executableMissing.rawValue,
            message: "\(message): build all programs, or install them in the same folder",
            exitCode: ExitCodes.unavailable
        )
    }
}

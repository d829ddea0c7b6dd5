internal import ArgumentParser

/// The program `vitalbus`.
public enum VitalbusProgram {
    /// Parses the arguments, runs the command and returns the exit code; errors are one line on standard error.
    public static func run(_ arguments: [String]) async -> Int32 {
        let environment = CommandEnvironment.current
        do {
            var command = try Vitalbus.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let error as ExitCode {
            return error.rawValue
        } catch {
            guard let failure = CommandFailure(error) else {
                let code = Vitalbus.exitCode(for: error)
                let text = Vitalbus.fullMessage(for: error)
                code.isSuccess ? environment.out(text) : environment.err(text)
                return code.rawValue
            }
            environment.err("vitalbus: \(failure.line)")
            return failure.exitCode
        }
    }
}

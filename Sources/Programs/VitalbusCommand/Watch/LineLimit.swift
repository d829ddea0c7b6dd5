internal import ArgumentParser
internal import HubRunner
internal import MessageBus

/// Prints messages as lines until Ctrl-C, or until a number of them is printed.
struct LineLimit: ParsableArguments {
    @Option(help: ArgumentHelp("End after this many lines.", valueName: "n")) var count: Int?

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be 1 or more.") }
    }

    /// Prints each message that has a line.
    ///
    /// - Throws: ``CommandFailure`` if the messages end without a request.
    func follow(
        _ messages: BusSubscription,
        in environment: CommandEnvironment,
        line: @escaping @Sendable (BusMessage) -> String?
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [count] in
                var left = count ?? .max
                for await message in messages {
                    guard let text = line(message) else { continue }
                    environment.out(text)
                    left -= 1
                    if left <= 0 { return }
                }
                try CommandFailure.endedEarly()
            }
            if environment.bus == nil { group.addTask { await EndSignals.trapped().wait() } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

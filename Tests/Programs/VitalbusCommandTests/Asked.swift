import Synchronization

@testable import VitalbusCommand

/// A simulated person at a terminal, with a prepared answer to each question.
final class Asked: Sendable {
    private struct State {
        var answers: [String]
        var secrets: [String]?
        var questions: [String] = []
        var told: [String] = []
    }

    private let state: Mutex<State>
    private let home: String

    /// - Parameter secrets: The hidden inputs; nil if the terminal cannot hide input.
    init(_ answers: [String], secrets: [String]? = nil, home: String = "/nonexistent") {
        state = Mutex(State(answers: answers, secrets: secrets))
        self.home = home
    }

    /// The questions so far.
    var questions: [String] { state.withLock(\.questions) }
    /// The output apart from the questions.
    var told: [String] { state.withLock(\.told) }

    var environment: CommandEnvironment {
        let answer: @Sendable (String) -> String? = { question in
            self.state.withLock { state in
                state.questions.append(question)
                return state.answers.isEmpty ? "" : state.answers.removeFirst()
            }
        }
        let tell: @Sendable (String) -> Void = { line in self.state.withLock { $0.told.append(line) } }
        let secret: @Sendable (String, Int) -> [UInt8]? = { question, _ in
            self.state.withLock { state in
                guard state.secrets != nil else { return nil }
                state.questions.append(question)
                return state.secrets?.isEmpty == false ? Array(state.secrets?.removeFirst().utf8 ?? "".utf8) : []
            }
        }
        return CommandEnvironment(
            out: tell,
            err: tell,
            ask: answer,
            read: answer,
            secret: secret,
            variables: ["HOME": home]
        )
    }
}

import Synchronization

@testable import VitalbusCommand

/// A person at a terminal, who has an answer ready for each question.
final class Asked: Sendable {
    private struct State {
        var answers: [String]
        var secrets: [String]?
        var questions: [String] = []
        var told: [String] = []
    }

    private let state: Mutex<State>
    private let home: String

    /// - Parameter secrets: What is typed where nothing is shown; without it there is no such terminal.
    init(_ answers: [String], secrets: [String]? = nil, home: String = "/nonexistent") {
        state = Mutex(State(answers: answers, secrets: secrets))
        self.home = home
    }

    /// What was asked.
    var questions: [String] { state.withLock(\.questions) }
    /// What was said beside the questions.
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

import Synchronization

@testable import VitalbusCommand

/// A person at a terminal, who has an answer ready for each question.
final class Asked: Sendable {
    private struct State {
        var answers: [String]
        var questions: [String] = []
        var told: [String] = []
    }

    private let state: Mutex<State>
    private let home: String

    init(_ answers: [String], home: String = "/nonexistent") {
        state = Mutex(State(answers: answers))
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
        return CommandEnvironment(out: tell, err: tell, ask: answer, read: answer, variables: ["HOME": home])
    }
}

internal import BusContract
internal import MessageBus
internal import Synchronization

/// The numbers in the menus of all pages: held readings, and an operator's problems.
final class MenuCounts: Sendable {
    private let counts = Mutex<(held: Int, problems: Int)>((0, 0))

    /// The number of held readings.
    var held: Int { counts.withLock { $0.held } }

    /// Takes the number of held readings from the queue's state.
    ///
    /// - Returns: Whether it is another one.
    func take(held: Int) -> Bool {
        counts.withLock { counts in
            defer { counts.held = held }
            return counts.held != held
        }
    }

    /// Takes the number of problems that an operator sees.
    func take(problems: Int) { counts.withLock { $0.problems = problems } }

    /// The counts that these rights allow to see, by their names; nothing for zero.
    func text(for rights: Rights) -> [String: String] {
        let (held, problems) = counts.withLock { $0 }
        var text: [String: String] = [:]
        if Self.decides(rights) { text["held"] = Self.text(held) }
        if rights.operates { text["problems"] = Self.text(problems) }
        return text
    }

    /// Whether these rights allow to list held readings, and to decide about them.
    private static func decides(_ rights: Rights) -> Bool {
        rights.seat == nil && rights.may(SessionOperations.confirmReading) && rights.may(SessionOperations.heldReadings)
    }

    private static func text(_ number: Int) -> String { number == 0 ? "" : "\(number)" }
}

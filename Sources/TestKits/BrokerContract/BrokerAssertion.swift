/// A numbered requirement of VitalBus for brokers.
///
/// `tools/broker-check/README.md` has the same list, with the observed behaviour of brokers other than Mosquitto.
package struct BrokerAssertion: Sendable, CustomStringConvertible {
    /// How much hangs on it.
    package enum Need: String, Sendable {
        /// Without it, a part of VitalBus fails or is unsafe.
        case must
        /// Without it, a part is slower or less clear.
        case should
    }

    /// The result of a check.
    package enum Verdict: Sendable, Hashable {
        /// The broker meets the requirement.
        case holds
        /// The broker does not meet it, with the reason.
        case fails(String)
        /// It cannot be checked with this broker's setup, with the reason.
        case skipped(String)
    }

    /// `VB-` and three digits; numbers are never reused.
    package let number: String
    /// The requirement in words.
    package let words: String
    /// How much hangs on it.
    package let need: Need
    let check: @Sendable (BrokerBench) async throws -> Verdict

    init(
        _ number: String,
        need: Need = .must,
        words: String,
        check: @escaping @Sendable (BrokerBench) async throws -> Verdict
    ) {
        (self.number, self.need, self.words, self.check) = (number, need, words, check)
    }

    /// The number and the words.
    package var description: String { "\(number) \(words)" }

    /// Checks the requirement; a check that takes 20 s or throws fails.
    package func verdict(at bench: BrokerBench) async -> Verdict {
        await withTaskGroup(of: Verdict.self) { group in
            group.addTask {
                do {
                    return try await check(bench)
                } catch {
                    return .fails("\(error)")
                }
            }
            group.addTask {
                // Cleanup: the check ended before the timeout.
                try? await Task.sleep(for: .seconds(20))
                return .fails("nothing came in 20 s")
            }
            defer { group.cancelAll() }
            return await group.next() ?? .fails("no verdict")
        }
    }

    /// All requirements, ordered by number.
    package static let all: [BrokerAssertion] = messages + retained + connections + rights
}

/// What VitalBus asks of a broker, one numbered sentence each; `tools/broker-check/README.md` has the same list, with what brokers
/// other than Mosquitto were seen to do.
package struct BrokerAssertion: Sendable, CustomStringConvertible {
    /// How much hangs on it.
    package enum Need: String, Sendable {
        /// Without it something of VitalBus does not work, or is not safe.
        case must
        /// Without it something is slower or less clear.
        case should
    }

    /// What was seen.
    package enum Verdict: Sendable, Hashable {
        /// It is so.
        case holds
        /// It is not so, in words.
        case fails(String)
        /// It cannot be tried with this broker's place, in words.
        case skipped(String)
    }

    /// `VB-` and three digits; a number is never given twice.
    package let number: String
    /// What is asked.
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

    /// Tries it; what hangs for 20 s or throws fails.
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
                // Cleanup: the check was faster.
                try? await Task.sleep(for: .seconds(20))
                return .fails("nothing came in 20 s")
            }
            defer { group.cancelAll() }
            return await group.next() ?? .fails("no verdict")
        }
    }

    /// All of them, by their numbers.
    package static let all: [BrokerAssertion] = messages + retained + connections + rights
}

import BrokerContract
import BusEndpoints
import Foundation
import LocalBroker
import MessageBus
import TestSupport
import Testing

/// VitalBus's requirements of a broker, sentence by sentence, tested on the broker that it starts itself.
@Suite struct BrokerContractTests {
    @Test(arguments: BrokerAssertion.all) func theOwnBrokerKeepsIt(assertion: BrokerAssertion) async throws {
        let rules = ["publish", "subscribe"].compactMap(AccessRule.Action.init(rawValue:)).map {
            AccessRule($0, pattern: "\(BrokerBench.root)/#")
        }
        let directory = ShortPath.make("vbc")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let broker = try await LocalBroker.start(
            directory: directory,
            accounts: [
                BrokerAccount(username: "writer", password: "one", rules: rules),
                BrokerAccount(username: "reader", password: "two", rules: rules.filter { $0.action == .subscribe }),
            ]
        )
        let bench = BrokerBench(
            .unixSocket(broker.socketPath),
            writer: BrokerBench.Account("writer", password: "one"),
            reader: BrokerBench.Account("reader", password: "two")
        )
        let verdict = await assertion.verdict(at: bench)
        await broker.stop()
        #expect(verdict == .holds)
    }

    @Test func numbersAreGivenOnce() {
        let numbers = BrokerAssertion.all.map(\.number)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }
}

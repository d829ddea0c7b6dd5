import Mosquitto
import Testing

struct ReconnectBackoffTests {
    @Test func growsToItsMaximumWithFullJitter() {
        var backoff = ReconnectBackoff(ReconnectDelay(minimum: .seconds(1), maximum: .seconds(5)))
        let bounds = (0..<5).map { _ in backoff.next(jitter: 1) }
        #expect(bounds == [1, 2, 4, 5, 5].map { .seconds($0) })
        #expect(backoff.next(jitter: 0) == .zero)
        #expect(backoff.next(jitter: 0.5) == .milliseconds(2_500))
    }

    @Test func onlyALastingConnectionStartsOver() {
        var backoff = ReconnectBackoff(ReconnectDelay(minimum: .seconds(1), maximum: .seconds(60)))
        for _ in 0..<3 { _ = backoff.next(jitter: 1) }
        backoff.connectionEnded(after: .seconds(8))
        #expect(backoff.next(jitter: 1) == .seconds(8))
        backoff.connectionEnded(after: .seconds(17))
        #expect(backoff.next(jitter: 1) == .seconds(1))
    }
}

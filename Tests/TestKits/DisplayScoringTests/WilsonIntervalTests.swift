import DisplayScoring
import Testing

/// Compares intervals with published values.
struct WilsonIntervalTests {
    @Test(arguments: [(16, 20, 58.4, 91.9), (10, 20, 29.9, 70.1), (1, 20, 0.9, 23.6), (0, 10, 0, 27.8)])
    func `Bounds are those of the formula`(successes: Int, trials: Int, low: Double, high: Double) {
        let interval = WilsonInterval(successes, of: trials)
        #expect(abs(interval.low - low) < 0.06)
        #expect(abs(interval.high - high) < 0.06)
    }

    @Test
    func `Nothing says nothing`() {
        #expect(WilsonInterval(0, of: 0) == WilsonInterval(5, of: 0))
        #expect(WilsonInterval(0, of: 0).high == 100)
        #expect(WilsonInterval(9, of: 3) == WilsonInterval(3, of: 3))
    }
}

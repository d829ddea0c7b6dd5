import DeliveryRules
import Testing

@testable import BLEScannerActor

@Suite struct RadioWatchdogTests {
    private func at(_ seconds: Int) -> BootInstant { BootInstant(milliseconds: Int64(seconds) * 1_000) }

    /// The watchdog's actions during a period of silence, each with its second.
    private func silence(
        _ watchdog: inout RadioWatchdog,
        _ seconds: Range<Int>,
        isLinkUp: (Int) -> Bool = { _ in false }
    ) -> [(second: Int, action: RadioWatchdog.Action)] {
        seconds.compactMap { second in
            let action = watchdog.tick(now: at(second), isLinkUp: isLinkUp(second))
            return action == .none ? nil : (second, action)
        }
    }

    @Test func aSilentRadioIsHealedStepByStepWithGrowingPauses() {
        var watchdog = RadioWatchdog(now: at(0))
        let steps = silence(&watchdog, 0..<4_000)
        // 90 s, then 90 s, 5 min, 15 min and 15 min after the report of each round.
        let rounds = [90, 240, 600, 1_560, 2_520, 3_480]
        #expect(steps.map(\.second) == rounds.flatMap { [$0, $0 + 30, $0 + 60] })
        let order: [RadioWatchdog.Action] = [.restartDiscovery, .powerCycle, .tell]
        #expect(steps.map(\.action) == rounds.flatMap { _ in order })
    }

    @Test func anAdvertisementStartsOver() {
        var watchdog = RadioWatchdog(now: at(0))
        #expect(!watchdog.isSilent)
        #expect(silence(&watchdog, 0..<130).map(\.action) == [.restartDiscovery, .powerCycle])
        #expect(watchdog.isSilent)
        watchdog.heard(now: at(130))
        #expect(!watchdog.isSilent)
        #expect(silence(&watchdog, 130..<300).map(\.second) == [220, 250, 280])
        watchdog.heard(now: at(300))
        // The pauses are short again.
        #expect(silence(&watchdog, 300..<541).map(\.second) == [390, 420, 450, 540])
    }

    @Test func aRadioThatIsHeardIsLeftAlone() {
        var watchdog = RadioWatchdog(now: at(0))
        for second in stride(from: 0, to: 10_000, by: 89) {
            watchdog.heard(now: at(second))
            #expect(watchdog.tick(now: at(second + 88), isLinkUp: false) == .none)
        }
    }

    @Test func theAdapterIsNeverSwitchedOffWithALinkUp() {
        var watchdog = RadioWatchdog(now: at(0))
        let steps = silence(&watchdog, 0..<5_000) { second in !(60..<100).contains(second % 400) }
        #expect(!steps.isEmpty)
        for step in steps where step.action == .powerCycle { #expect((60..<100).contains(step.second % 400)) }
    }

    @Test func aLinkThatComesAfterTheRestartHoldsTheNextStepBack() {
        var watchdog = RadioWatchdog(now: at(0))
        let steps = silence(&watchdog, 0..<1_000) { (100..<500).contains($0) }
        #expect(steps.prefix(2).map(\.second) == [90, 500])
        #expect(steps.prefix(2).map(\.action) == [.restartDiscovery, .powerCycle])
    }

    @Test func aLinkThatIsUpExplainsTheSilence() {
        var watchdog = RadioWatchdog(now: at(0))
        #expect(silence(&watchdog, 0..<2_000) { _ in true }.isEmpty)
    }
}

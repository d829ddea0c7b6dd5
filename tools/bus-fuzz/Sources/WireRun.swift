internal import Dispatch
internal import FuzzSupport

/// Takes changed inputs one after another, and counts.
package struct WireRun: FuzzWork {
    private let targets: [WireTarget]
    private let values: [WireValues]
    package private(set) var runs: UInt64 = 0
    private var refused: UInt64 = 0
    private var outcomes: Set<String> = []
    /// The slowest input: its number and its nanoseconds.
    private var slowest: (number: UInt64, nanoseconds: UInt64) = (0, 0)

    /// Counts nothing yet.
    package init(_ targets: [WireTarget]) {
        self.targets = targets
        values = targets.map { WireValues($0.isJSON ? $0.seeds[0] : []) }
    }

    /// How many inputs were taken without damage that a receiver sees.
    package var taken: UInt64 { runs - refused }

    package var figures: [(name: String, value: String)] {
        [
            ("damaged", "\(refused)"), ("outcomes", "\(outcomes.count)"), ("delivered", "\(taken)"),
            ("slowestInput", "\(slowest.number)"), ("slowestMicroseconds", "\(slowest.nanoseconds / 1_000)"),
        ]
    }

    package mutating func run(seed: UInt64, number: UInt64) {
        guard !targets.isEmpty else { return }
        let place = Int(number % UInt64(targets.count))
        let target = targets[place]
        let bytes = input(target, values[place], seed: seed, number: number)
        let start = DispatchTime.now().uptimeNanoseconds
        var outcome = ""
        do {
            try target.take(bytes)
        } catch {
            outcome = "\(error)"
            refused += 1
        }
        let time = DispatchTime.now().uptimeNanoseconds - start
        if time > slowest.nanoseconds { slowest = (number, time) }
        runs += 1
        if outcomes.count < 100_000 { outcomes.insert("\(target.name) \(outcome.prefix(160))") }
    }

    /// Six of eight messages have other values and stay JSON, or little behind the parser would be reached.
    private func input(_ target: WireTarget, _ values: WireValues, seed: UInt64, number: UInt64) -> [UInt8] {
        guard target.isJSON else {
            return FuzzMutator(target.seeds, words: .frames, seed: seed, number: number).once
        }
        // Apart from the target, which goes by the number too.
        let kind = (number &* 0x9E37_79B9_7F4A_7C15) >> 61
        var mutator = WireMutator(values, seed: seed, number: number)
        let changed = kind == 0 ? target.seeds[0] : mutator.next()
        guard kind < 2 else { return changed }
        return FuzzMutator([changed], words: .health, seed: seed, number: number).once
    }
}

extension FuzzMutator {
    /// The first input that it makes.
    fileprivate var once: [UInt8] {
        var mutator = self
        return mutator.next()
    }
}

internal import Dispatch
internal import FuzzSupport

/// Reads changed inputs one after another, and counts.
struct PictureRun: FuzzWork {
    /// More outcomes than this are not told apart.
    private static let mostOutcomes = 1_000_000

    private let target: PictureTarget
    private(set) var runs: UInt64 = 0
    private var refused: UInt64 = 0
    private var outcomes: Set<String> = []
    /// The slowest input: its number and its nanoseconds.
    private var slowest: (number: UInt64, nanoseconds: UInt64) = (0, 0)

    /// Counts nothing yet.
    init(_ target: PictureTarget) {
        self.target = target
    }

    var figures: [(name: String, value: String)] {
        [
            ("damaged", "\(refused)"), ("outcomes", "\(outcomes.count)"), ("delivered", "\(runs - refused)"),
            ("slowestInput", "\(slowest.number)"), ("slowestMicroseconds", "\(slowest.nanoseconds / 1_000)"),
        ]
    }

    mutating func run(seed: UInt64, number: UInt64) {
        var mutator = FuzzMutator(target.seeds, words: target.words, seed: seed, number: number)
        var bytes = mutator.next()
        // Most get their checksums back, or nothing would be read behind the first one that is wrong.
        if target.hasPNG, number % 4 != 0 { bytes = PNGRepair.repaired(bytes) }
        let start = DispatchTime.now().uptimeNanoseconds
        let outcome: String
        do {
            outcome = try target.read(bytes)
        } catch {
            outcome = "\(error)"
            refused += 1
        }
        let time = DispatchTime.now().uptimeNanoseconds - start
        if time > slowest.nanoseconds { slowest = (number, time) }
        runs += 1
        if outcomes.count < Self.mostOutcomes { outcomes.insert(outcome) }
    }
}

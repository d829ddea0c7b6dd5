internal import Dispatch
internal import FuzzSupport
internal import HealthInputs

/// Reads changed inputs one after another, and counts.
struct FuzzRun: FuzzWork {
    /// The blocks in which inputs are read: each input in one of them.
    private static let blocks = [1, 7, 64, 4_096]
    /// More outcomes than this are not told apart.
    private static let mostOutcomes = 1_000_000

    private let targets: [FuzzTarget]
    private(set) var runs: UInt64 = 0
    private var things: UInt64 = 0
    private var damaged: UInt64 = 0
    private var outcomes: Set<Int> = []
    /// The slowest input: its number and its nanoseconds.
    private var slowest: (number: UInt64, nanoseconds: UInt64) = (0, 0)

    /// Counts nothing yet.
    init(_ targets: [FuzzTarget]) {
        self.targets = targets
    }

    var figures: [(name: String, value: String)] {
        [
            ("damaged", "\(damaged)"), ("outcomes", "\(outcomes.count)"), ("delivered", "\(things)"),
            ("slowestInput", "\(slowest.number)"), ("slowestMicroseconds", "\(slowest.nanoseconds / 1_000)"),
        ]
    }

    mutating func run(seed: UInt64, number: UInt64) {
        guard !targets.isEmpty else { return }
        let target = targets[Int(number % UInt64(targets.count))]
        var mutator = FuzzMutator(target.seeds, seed: seed, number: number)
        var bytes = mutator.next()
        // Half of the FIT files get their checksum back, or nothing would be read of them.
        if target.name == "fit", number & 4 == 0 { bytes = FITBuilder.repaired(bytes) }
        let block = Self.blocks[Int(number / 5 % UInt64(Self.blocks.count))]
        var sink = FuzzSink(keeps: false)
        let start = DispatchTime.now().uptimeNanoseconds
        let report = try? target.read(bytes, block, &sink)
        let time = DispatchTime.now().uptimeNanoseconds - start
        if time > slowest.nanoseconds { slowest = (number, time) }
        runs += 1
        things += UInt64(sink.count)
        guard let report else { return }
        damaged += report.damage.count > 0 ? 1 : 0
        if outcomes.count < Self.mostOutcomes {
            var hasher = Hasher()
            for entry in report.damage.entries.prefix(8) { hasher.combine(entry.message) }
            hasher.combine(report.elements)
            outcomes.insert(hasher.finalize())
        }
    }
}

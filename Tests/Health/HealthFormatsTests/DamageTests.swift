import FuzzSupport
import HealthInputs
import SeededRandom
import Testing
import health_fuzz

/// Damaged bytes in every format: nothing traps, nothing is invented, and everything before the damage is delivered.
@Suite struct DamageTests {
    static let targets = ["json", "csv", "fit"].flatMap { FuzzTarget.formats[$0] ?? [] }

    private func read(_ target: FuzzTarget, _ bytes: [UInt8], block: Int = .max) throws -> Reading {
        var reading = Reading()
        reading.reports = [try target.read(bytes, block, &reading.sink)]
        return reading
    }

    @Test(arguments: targets.indices)
    func seedsAreWhole(index: Int) throws {
        let target = Self.targets[index]
        for (number, seed) in target.seeds.enumerated() {
            let reading = try read(target, seed)
            #expect(reading.damage.isEmpty, "\(target.name) \(number): \(reading.damage)")
            #expect(!reading.sink.items.isEmpty, "\(target.name) \(number)")
            #expect(reading.reports[0].bytes == UInt64(seed.count), "\(target.name) \(number)")
            #expect(reading.reports[0].cut == nil)
        }
    }

    @Test(arguments: targets.indices)
    func blocksOfAnySizeGiveTheSame(index: Int) throws {
        let target = Self.targets[index]
        for seed in target.seeds {
            let whole = try read(target, seed)
            for block in Array(1...70) + [255, 1_000] {
                let parts = try read(target, seed, block: block)
                #expect(parts.sink.items == whole.sink.items, "\(target.name) in blocks of \(block)")
                #expect(parts.reports == whole.reports, "\(target.name) in blocks of \(block)")
            }
        }
    }

    @Test(arguments: targets.indices)
    func aCutEndIsReportedAndTheRestDelivered(index: Int) throws {
        let target = Self.targets[index]
        for (number, seed) in target.seeds.enumerated() {
            let whole = try read(target, seed)
            let all = Set(whole.sink.items)
            var most = 0
            for count in 0..<seed.count {
                let cut = try read(target, Array(seed.prefix(count)), block: 64)
                // Trailing blanks and line ends, and whole files in front, can be missing without a loss.
                let isWhole = cut.sink.items == whole.sink.items
                let says = cut.reports[0].cut != nil || !cut.damage.isEmpty
                #expect(
                    says || isWhole || target.canEndUnseen || count == 0,
                    "\(target.name) \(number) cut at \(count)"
                )
                let made = cut.sink.items.filter { !all.contains($0) && !Self.isPartOfADay($0) }
                #expect(made.isEmpty, "\(target.name) \(number) cut at \(count): \(made)")
                #expect(cut.reports[0].damage.entries.allSatisfy { $0.offset <= UInt64(count) })
                most = max(most, cut.sink.items.count)
            }
            #expect(
                most >= whole.sink.items.count / 2 || whole.sink.items.count < 4,
                "\(target.name) \(number) delivers next to nothing"
            )
        }
    }

    /// A device's counts, and a point at the start of a day, may be incomplete where the file is cut.
    private static func isPartOfADay(_ item: FuzzSink.Item) -> Bool {
        switch item {
        case .dayTotal: true
        case .sample(_, _, _, let sample): (sample.start + 3_600) % 86_400 == 0
        case .event: false
        }
    }

    @Test(arguments: targets.indices)
    func flippedBitsNeverTrap(index: Int) throws {
        let target = Self.targets[index]
        var random = SplitMix64(seed: 6, stream: UInt64(index))
        var changed = 0
        for seed in target.seeds {
            let whole = try read(target, seed)
            for _ in 0..<400 {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                // The fault is the same with any block size.
                let reading = try read(target, bytes)
                #expect(try read(target, bytes, block: 3).sink.items == reading.sink.items)
                changed += reading.sink.items == whole.sink.items ? 0 : 1
            }
        }
        #expect(changed > 100)
    }

    @Test(arguments: targets.indices)
    func mutatedInputsNeverTrap(index: Int) throws {
        let target = Self.targets[index]
        for number in 0..<500 as Range<UInt64> {
            var mutator = FuzzMutator(target.seeds, seed: 66, number: number)
            var bytes = mutator.next()
            if target.name == "fit" { bytes = FITBuilder.repaired(bytes) }
            _ = try read(target, bytes, block: 16)
        }
    }
}

extension FuzzTarget {
    /// Whether its lines or chained files are complete in themselves, so that a cut between two of them is invisible.
    fileprivate var canEndUnseen: Bool {
        ["samsung-health", "google-fit-tables", "fit"].contains(name)
    }
}

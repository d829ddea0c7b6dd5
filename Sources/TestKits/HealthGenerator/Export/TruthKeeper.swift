/// Computes the truth from the written samples.
///
/// It works second by second on a map of the day: slow, simple, and unlike the importer.
struct TruthKeeper {
    private struct Sleep {
        let source: String
        var start: Int64
        var end: Int64
        var night = ExportTruth.Night()
    }

    var truth: ExportTruth
    private var sleeps: [Int: [Sleep]] = [:]
    private var taken: [Bool] = []

    init(_ truth: ExportTruth) {
        self.truth = truth
    }

    /// Adds the distinct records of a type and a piece.
    mutating func add(_ samples: [Sample], kind: RecordKind, piece: DayPiece, person: Person) {
        guard !samples.isEmpty else { return }
        truth.distinct[kind.identifier, default: 0] += samples.count
        truth.sums[kind.identifier, default: 0] += samples.reduce(0) { $0 + ($1.amount?.value ?? 0) }
        switch kind.rule {
        case .union(let metric, let factor): addUnion(samples, metric: metric, factor: factor, piece: piece)
        case .sum(let metric, let factor):
            for sample in samples { add(metric, value: (sample.amount?.value ?? 0) * factor, day: piece.day) }
        case .hours:
            let stood = samples.count { $0.name?.hasSuffix("Stood") ?? false }
            add("stand_hours_count", value: Double(stood), day: piece.day)
            add("idle_hours_count", value: Double(samples.count - stood), day: piece.day)
        case .seconds(let metric): addSeconds(samples, metric: metric, piece: piece)
        case .sleep: addSleep(samples, piece: piece, person: person)
        case .sample: break
        }
    }

    private mutating func add(_ metric: String, value: Double, day: Int) {
        truth.days[CivilDay(number: day).text, default: [:]][metric, default: 0] += value
    }

    private mutating func clear(_ piece: DayPiece) {
        taken = Array(repeating: false, count: Int(piece.end - piece.start) + 7_200)
    }

    /// Counts each sample for the seconds not covered by sources before its own.
    private mutating func addUnion(_ samples: [Sample], metric: String, factor: Double, piece: DayPiece) {
        let midnight = Int(piece.end - piece.start)
        let sources = Person.Source.allCases.filter { source in samples.contains { $0.source == source } }
        if sources.count > 1 { clear(piece) }
        for source in sources {
            let own = samples.filter { $0.source == source }
            for sample in own {
                let (start, end) = (Int(sample.start - piece.start), Int(sample.end - piece.start))
                let value = (sample.amount?.value ?? 0) * factor
                let free = free(start, end: min(end, midnight), isFirst: source == sources[0])
                let late = self.free(max(start, midnight), end: end, isFirst: source == sources[0])
                if free > 0 { add(metric, value: value * Double(free) / Double(end - start), day: piece.day) }
                if late > 0 { add(metric, value: value * Double(late) / Double(end - start), day: piece.day + 1) }
            }
            guard source != sources.last else { continue }
            for sample in own {
                for second in Int(sample.start - piece.start)..<Int(sample.end - piece.start) { taken[second] = true }
            }
        }
    }

    /// The number of seconds of a range not yet covered by other sources.
    private func free(_ start: Int, end: Int, isFirst: Bool) -> Int {
        guard start < end else { return 0 }
        return isFirst ? end - start : taken[start..<end].count { !$0 }
    }

    private mutating func addSeconds(_ samples: [Sample], metric: String, piece: DayPiece) {
        clear(piece)
        for sample in samples {
            for second in Int(sample.start - piece.start)..<Int(sample.end - piece.start) { taken[second] = true }
        }
        add(metric, value: Double(taken.count { $0 }), day: piece.day)
    }

    // MARK: Sleep

    /// Adds the night's samples as one sleep per source, a nap as another one.
    private mutating func addSleep(_ samples: [Sample], piece: DayPiece, person: Person) {
        for source in Person.Source.allCases {
            let own = samples.filter { $0.source == source }
            for part in [
                own.filter { $0.start < piece.start + 36_000 }, own.filter { $0.start >= piece.start + 36_000 },
            ] {
                guard let first = part.first else { continue }
                var sleep = Sleep(source: person.source(source).name, start: first.start, end: first.end)
                for sample in part { Self.add(sample, to: &sleep) }
                sleeps[piece.day, default: []].append(sleep)
            }
        }
    }

    private static func add(_ sample: Sample, to sleep: inout Sleep) {
        sleep.start = min(sleep.start, sample.start)
        sleep.end = max(sleep.end, sample.end)
        let seconds = Int(sample.end - sample.start)
        switch sample.name?.dropFirst("HKCategoryValueSleepAnalysis".count) {
        case "InBed": sleep.night.inBed += seconds
        case "AsleepDeep": sleep.night.deep += seconds
        case "AsleepREM": sleep.night.rem += seconds
        case "Awake":
            sleep.night.awake += seconds
            sleep.night.awakenings += 1
            return
        default: sleep.night.light += seconds
        }
        sleep.night.asleep = sleep.night.light + sleep.night.deep + sleep.night.rem
    }

    /// The truth, with the longest sleep of each day and source as its night.
    mutating func finished() -> ExportTruth {
        for (day, all) in sleeps {
            for (source, own) in Dictionary(grouping: all, by: \.source) {
                let sorted = own.sorted { ($1.end - $1.start, $0.start) < ($0.end - $0.start, $1.start) }
                guard var night = sorted.first?.night else { continue }
                night.naps = sorted.dropFirst().reduce(0) { $0 + $1.night.asleep }
                truth.nights[CivilDay(number: day).text, default: [:]][source] = night
            }
        }
        return truth
    }
}

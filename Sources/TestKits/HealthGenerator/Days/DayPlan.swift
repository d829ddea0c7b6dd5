internal import SeededRandom

/// The person's activities in a piece of a day, determined by the seed and the piece.
struct DayPlan {
    /// A walk.
    struct Walk {
        let source: Person.Source
        let start: Int64
        let end: Int64
        let steps: Int
    }

    let piece: DayPiece
    let options: ExportOptions
    /// The name of the time zone.
    let zone: String
    /// The offset from UTC in seconds at the start of the piece.
    let offset: Int
    /// The night before, if the piece begins with one.
    let night: Range<Int64>?
    /// The time awake and not travelling.
    let awake: Range<Int64>
    /// Whether the person stayed out past midnight.
    let isLate: Bool

    /// The vital signs measured in this piece of the day.
    var vitalSigns: VitalSigns { VitalSigns(day: self) }

    init(_ piece: DayPiece, options: ExportOptions, zone: String, offset: Int) {
        self.piece = piece
        self.options = options
        self.zone = zone
        self.offset = offset
        var random = SplitMix64(seed: options.seed, stream: UInt64(bitPattern: piece.start))
        let bed = piece.start - Int64.random(in: 900...4_500, using: &random)
        let up = piece.start + 21_600 + Int64.random(in: 0...5_400, using: &random)
        night = piece.hasMorning ? bed..<up : nil
        isLate = !piece.isBeforeFlight && Int.random(in: 0..<5, using: &random) == 0
        let from = piece.hasMorning ? up + 300 : piece.start + DayPiece.quiet + 600
        let evening = isLate ? piece.end - 2_400 : piece.end - 900
        awake = from..<max(from, piece.isBeforeFlight ? piece.end - DayPiece.quiet - 1_800 : evening)
    }

    /// The random numbers for one kind of activity.
    func random(_ kind: UInt64) -> SplitMix64 {
        SplitMix64(seed: options.seed ^ kind &* 0x9E37_79B9, stream: UInt64(bitPattern: piece.start))
    }

    /// Scales the daily count of a watch wearer by the level of detail.
    func count(_ whole: Double, least: Int) -> Int { max(least, Int(whole * options.usedDetail)) }

    /// Divides a range into equal consecutive slots.
    ///
    /// - Parameter length: The share of its part that each slot fills, in percent.
    static func slots(_ range: Range<Int64>, wanted: Int, length: Int64 = 100) -> [Range<Int64>] {
        let count = min(Int64(wanted), Int64(range.count) / 60)
        guard count > 0 else { return [] }
        return (0..<count).map { index in
            let start = range.lowerBound + Int64(range.count) * index / count
            let end = range.lowerBound + Int64(range.count) * (index + 1) / count
            return start..<(start + max(1, (end - start) * length / 100))
        }
    }

    /// The walks as recorded by watch, phone and app: each records some, at slightly different times.
    func walks() -> [Walk] {
        var random = random(1)
        var found: [Walk] = []
        var times = Self.slots(awake, wanted: count(60, least: 3)).compactMap { slot -> Range<Int64>? in
            guard slot.count >= 600 else { return nil }
            let start = slot.lowerBound + Int64.random(in: 0...Int64(slot.count) / 4, using: &random)
            return start..<(start + Int64.random(in: 180...min(1_200, Int64(slot.count) / 2), using: &random))
        }
        if isLate {
            let start = piece.end - Int64.random(in: 600...1_200, using: &random)
            times.append(start..<(piece.end + Int64.random(in: 300...1_400, using: &random)))
        }
        for time in times {
            let steps = Int(Double(time.count) * Double.random(in: 0.6...2.1, using: &random))
            if Int.random(in: 0..<10, using: &random) < 9 {
                for part in Self.slots(time, wanted: Int.random(in: 1...3, using: &random)) {
                    let share = steps * part.count / time.count
                    found.append(Walk(source: .watch, start: part.lowerBound, end: part.upperBound, steps: share))
                }
            }
            if Int.random(in: 0..<10, using: &random) < 6 {
                let start = time.lowerBound + Int64.random(in: -40...40, using: &random)
                let end = time.upperBound + Int64.random(in: -60...60, using: &random)
                found.append(Walk(source: .phone, start: start, end: end, steps: steps * 9 / 10))
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                let (start, end) = (time.lowerBound - 150, time.upperBound + 150)
                found.append(Walk(source: .app, start: start, end: end, steps: steps + 20))
            }
        }
        return found
    }

    /// Heart rates with their times.
    func pulses() -> [(time: Int64, rate: Int)] {
        var random = random(2)
        return Self.slots(awake, wanted: count(430, least: 4)).map { slot in
            let time = slot.lowerBound + Int64.random(in: 0..<Int64(slot.count), using: &random)
            return (time, Int.random(in: 48...175, using: &random))
        }
    }
}

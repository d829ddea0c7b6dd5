internal import HealthTypes

/// The stages of one night of Fitbit, with its short awakenings.
///
/// Fitbit lists awakenings of at most three minutes next to the stages that they interrupt, and its own sums of a night
/// count them as awake (Web API, "Get Sleep Log by Date"). Times are on the clock of the night's start, even if the
/// clocks change before its end.
struct FitbitNight {
    /// One stage.
    struct Stage: Hashable {
        /// HealthKit's number.
        let value: Int64
        let start: Int64
        let end: Int64
    }

    /// The stages, each without the awakenings in it, and these awakenings.
    private(set) var stages: [Stage] = []
    /// The number of stages that cannot be read.
    private(set) var unreadable = 0
    /// The number of stages that Fitbit itself does not know.
    private(set) var unknown = 0

    /// The longest stage in seconds.
    private static let longest: Int64 = 86_400

    /// - Parameters:
    ///   - entry: The night.
    ///   - start: Its start, in seconds since 1970 (UTC).
    ///   - clock: Its start on the local clock.
    init(_ entry: FitbitEntry, start: Int64, clock: Int64) {
        let whole = periods(entry.stages, start: start, clock: clock)
        let awakenings = periods(entry.awakenings, start: start, clock: clock)
        var next = 0
        for stage in whole {
            while next < awakenings.count, awakenings[next].end <= stage.start { next += 1 }
            guard stage.value != HealthCategory.awake else {
                stages.append(stage)
                continue
            }
            interrupt(stage, by: awakenings, from: &next)
        }
    }

    /// Adds a stage in pieces, and the awakenings that begin in it.
    private mutating func interrupt(_ stage: Stage, by awakenings: [Stage], from next: inout Int) {
        var begin = stage.start
        while next < awakenings.count, awakenings[next].start < stage.end {
            let awakening = awakenings[next]
            if begin < awakening.start { stages.append(Stage(value: stage.value, start: begin, end: awakening.start)) }
            if awakening.start >= stage.start { stages.append(awakening) }
            begin = max(begin, awakening.end)
            guard awakening.end <= stage.end else { break }
            next += 1
        }
        if begin < stage.end { stages.append(Stage(value: stage.value, start: begin, end: stage.end)) }
    }

    /// The readable stages of a list in time order.
    private mutating func periods(_ list: [FitbitStage], start: Int64, clock: Int64) -> [Stage] {
        var found: [Stage] = []
        for item in list {
            guard item.level != "unknown" else {
                unknown += 1
                continue
            }
            guard let value = item.value, let moment = item.start, let seconds = item.seconds,
                (0...Self.longest).contains(seconds)
            else {
                unreadable += 1
                continue
            }
            let begin = start + (moment.clock - clock)
            found.append(Stage(value: value, start: begin, end: begin + seconds))
        }
        return found.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }
}

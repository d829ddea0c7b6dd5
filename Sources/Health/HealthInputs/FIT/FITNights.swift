internal import HealthTypes

/// The sleep stages of one file, which gives the time when each one ends (FIT SDK, message `sleep_level`).
struct FITNights {
    static let message: UInt16 = 275
    static let event: UInt16 = 21

    /// The number of the event at the beginning and end of a sleep.
    private static let sleep: Int64 = 74
    private static let start: Int64 = 0
    /// The most stages of a file; a night has about a hundred.
    private static let most = 50_000
    /// The longest stage in seconds; a longer one has lost its beginning.
    private static let longest: Int64 = 86_400

    /// A stage of sleep.
    struct Stage: Hashable {
        /// HealthKit's number.
        let value: Int64
        let start: Int64
        let end: Int64
    }

    private var starts: [Int64] = []
    private var levels: [(end: Int64, level: Int64)] = []

    /// Handles a stage, or an event that begins a sleep; false for any other message.
    mutating func take(_ message: FITMessage) -> Bool {
        switch message.number {
        case Self.message:
            if let time = message.time, let level = message[0], levels.count < Self.most {
                levels.append((time, level))
            }
            return true
        case Self.event where message[0] == Self.sleep:
            if let time = message.time, message[1] == Self.start, starts.count < Self.most { starts.append(time) }
            return true
        default: return false
        }
    }

    /// The number of stages whose beginning the file does not state.
    private(set) var withoutStart = 0

    /// The stages in time order; times without a level are left out.
    mutating func stages() -> [Stage] {
        var found: [Stage] = []
        var before: Int64?
        let starts = starts.sorted()
        for (end, level) in levels.sorted(by: { $0.end < $1.end }) {
            let begin = [before, starts.last { $0 < end }].compactMap { $0 }.max()
            before = end
            guard let begin, end - begin <= Self.longest else {
                withoutStart += 1
                continue
            }
            guard let value = Self.values[level], begin < end else { continue }
            found.append(Stage(value: value, start: begin, end: end))
        }
        return found
    }

    private static let values: [Int64: Int64] = [
        1: HealthCategory.awake, 2: HealthCategory.asleepCore, 3: HealthCategory.asleepDeep,
        4: HealthCategory.asleepREM,
    ]
}

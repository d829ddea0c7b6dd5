/// The parts of an input that do not become records, counted by file and reason.
///
/// It is shown to people, so that no data is dropped silently. It never contains a value or name of a person.
public struct HealthLeftOut: Hashable, Sendable {
    /// Why something was left out.
    public enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
        /// No living person has such a value, by the range of its metric.
        case impossible
        /// The format itself marks it as not measured: a status, a goal, a zero.
        case noMeasurement
        /// Its metric does not support its unit.
        case unknownUnit
        /// Its element, column or table is unknown, or has no metric.
        case unknownElement
        /// The kind of its file is unknown.
        case unknownFile
        /// Its file cannot be opened.
        case unreadableFile
        /// It belongs to another user of the device.
        case otherUser
        /// A night of another app without the time in bed.
        case noTimeInBed
        /// Another file of the input also has it.
        case repeated
        /// It is an incomplete part, such as half of a blood pressure.
        case incomplete

        /// The reason in words.
        public var words: String {
            switch self {
            case .impossible: "impossible value for a person"
            case .noMeasurement: "no measurement"
            case .unknownUnit: "its unit is unknown"
            case .unknownElement: "not used for records"
            case .unknownFile: "unknown kind of file"
            case .unreadableFile: "the file cannot be opened"
            case .otherUser: "it belongs to another user of the device"
            case .noTimeInBed: "the night has no time in bed"
            case .repeated: "another file of the export has it"
            case .incomplete: "a part of it is missing"
            }
        }
    }

    /// One line of the list.
    public struct Entry: Hashable, Sendable, Codable {
        /// The file within the input; empty if it has one only.
        public var file: String
        /// The element, column or type.
        public var element: String
        /// Why it was left out.
        public var reason: Reason
        /// The number of occurrences.
        public var count: Int

        /// Creates a line.
        public init(file: String, element: String, reason: Reason, count: Int) {
            self.file = file
            self.element = element
            self.reason = reason
            self.count = count
        }
    }

    private struct Key: Hashable {
        var file: String
        var element: String
        var reason: Reason
    }

    /// The most lines to keep; the rest is counted in one line for each series of files, or each reason.
    public static let limit = 1_000
    private static let seriesLimit = limit + 100
    private static let rest = "…"

    private var counts: [Key: Int] = [:]

    /// Creates an empty list.
    public init() {}

    /// Counts something.
    public mutating func note(_ element: String, reason: Reason, file: String = "", count: Int = 1) {
        let key = Key(file: file, element: element, reason: reason)
        guard counts[key] == nil, counts.count >= Self.limit else {
            counts[key, default: 0] += count
            return
        }
        let series = Key(file: Self.pattern(file), element: element, reason: reason)
        let isKept = series != key && (counts[series] != nil || counts.count < Self.seriesLimit)
        counts[isKept ? series : Key(file: "", element: Self.rest, reason: reason), default: 0] += count
    }

    /// Adds another list.
    ///
    /// - Parameter file: The file for lines that do not name one; nil if the input has only one file.
    public mutating func add(_ other: HealthLeftOut, of file: String? = nil) {
        for (key, count) in other.counts {
            note(key.element, reason: key.reason, file: key.file.isEmpty ? file ?? "" : key.file, count: count)
        }
    }

    /// Merges the list of another pass over the same input without counting anything twice.
    package mutating func unite(_ other: HealthLeftOut) {
        counts.merge(other.counts) { max($0, $1) }
    }

    /// The number of things that were left out for a reason; nil for all.
    public func count(of reason: Reason? = nil) -> Int {
        counts.reduce(0) { $0 + (reason == nil || $1.key.reason == reason ? $1.value : 0) }
    }

    /// The lines, ordered by file, reason and element.
    public var entries: [Entry] { Self.entries(counts) }

    /// The lines, with files whose names differ in numbers only as one: `Minute SpO2 - *.csv`.
    ///
    /// An export has thousands of files for days, whose lines would hide all others.
    public var series: [Entry] {
        let groups = Dictionary(grouping: counts.keys) { key in
            Key(file: Self.pattern(key.file), element: key.element, reason: key.reason)
        }
        var joined: [Key: Int] = [:]
        for (pattern, keys) in groups {
            joined[keys.count > 1 ? pattern : keys[0]] = keys.reduce(0) { $0 + (counts[$1] ?? 0) }
        }
        return Self.entries(joined)
    }

    private static func entries(_ counts: [Key: Int]) -> [Entry] {
        counts.map { Entry(file: $0.file, element: $0.element, reason: $0.reason, count: $1) }.sorted {
            ($0.file, $0.reason.rawValue, $0.element) < ($1.file, $1.reason.rawValue, $1.element)
        }
    }

    /// A file's name with a star for each date and identifier: six or more digits, letters up to F and dashes, or fewer as
    /// the whole name of a folder.
    ///
    /// They begin with a digit, or with a letter that does not continue a word.
    private static func pattern(_ file: String) -> String {
        var found = ""
        var run = ""
        var isInWord = false
        func end(_ next: Character? = nil) {
            let isFolder = next == "/" && (found.isEmpty || found.last == "/") && !run.isEmpty
            found += isFolder || (run.count > 5 && run.contains(where: \.isNumber)) ? "*" : run
            run = ""
        }
        for letter in file {
            let continues = !run.isEmpty && (letter.isHexDigit || letter == "-")
            if continues || letter.isNumber || (letter.isHexDigit && !isInWord) {
                run.append(letter)
            } else {
                end(letter)
                found.append(letter)
            }
            isInWord = letter.isLetter || letter.isNumber
        }
        end()
        return found
    }
}

internal import Archive
internal import HealthTypes

/// The names and units of the metrics of a file, in order.
///
/// Apps write the members of an object in any order; if the points precede the name, only a second pass tells which
/// metric they belong to.
struct AutoNames {
    /// The name and unit of a metric.
    struct Name {
        var name: String?
        var unit: String?
    }

    /// The most metrics; there are about 150, and points of further ones are dropped.
    private static let most = 10_000

    private var names: [Name] = []

    /// The metric at an index; nil if the file ends before it.
    subscript(_ index: Int) -> Name? { names.indices.contains(index) ? names[index] : nil }

    /// Scans a file; if it is truncated, keeps the names up to there.
    init(_ source: any ByteSource) throws {
        var found: [Name] = []
        _ = try JSONPass.run(source, progress: { _ in }, { reader in try Self.walk(&reader, found: &found) })
        names = found
    }

    private static func walk(_ reader: inout JSONReader, found: inout [Name]) throws {
        try AutoShape.walk(
            &reader,
            metric: { reader in
                guard found.count < Self.most else { return try reader.skip() }
                found.append(Name())
                try reader.members { reader, field in
                    switch field {
                    case "name": found[found.count - 1].name = try reader.text()
                    case "units": found[found.count - 1].unit = try reader.text()
                    default: try reader.skip()
                    }
                }
            }
        )
    }
}

/// Workout types by their display names.
enum AutoActivity {
    /// The HealthKit workout type: `Outdoor Run` is `HKWorkoutActivityTypeRunning`.
    static func identifier(_ name: String) -> String {
        guard !name.hasPrefix(WorkoutTable.prefix) else { return name }
        var words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if let first = words.first, places.contains(first.lowercased()), words.count > 1 { words.removeFirst() }
        let word = words.prefix(8).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return WorkoutTable.prefix + (words.isEmpty ? "Other" : WorkoutTable.name(ofWord: word) ?? word)
    }

    private static let places: Set<String> = ["outdoor", "indoor", "pool", "open", "treadmill"]
}

/// Units as Health Auto Export writes them.
enum AutoUnit {
    /// The unit as HealthKit writes it.
    static func healthKit(_ name: String) -> String { aliases[name] ?? name }

    /// The length of a unit of time in seconds; nil for any other unit.
    static func seconds(_ unit: String) -> Int64? {
        switch unit {
        case "s": 1
        case "min": 60
        case "hr": 3_600
        default: nil
        }
    }

    private static let aliases: [String: String] = [
        "bpm": "count/min", "steps": "count", "lbs": "lb", "°C": "degC", "°F": "degF", "ºC": "degC",
        "ºF": "degF", "hours": "hr", "hrs": "hr",
        "minutes": "min", "kilojoules": "kJ", "ml": "mL", "in": "in",
        "inch": "in",
    ]
}

/// The outer shape of a file: metrics and workouts, within `data` or beside it.
enum AutoShape {
    /// Goes through the file's value.
    ///
    /// - Parameters:
    ///   - metric: Reads one metric.
    ///   - workout: Reads one workout.
    ///   - other: Reads one element of another list, by the list's name.
    static func walk(
        _ reader: inout JSONReader,
        metric: (inout JSONReader) throws -> Void,
        workout: (inout JSONReader) throws -> Void = { try $0.skip() },
        other: (inout JSONReader, String) throws -> Void = { reader, _ in try reader.skip() }
    ) throws {
        func list(_ reader: inout JSONReader, _ name: String) throws {
            switch name {
            case "metrics": try reader.elements(metric)
            case "workouts": try reader.elements(workout)
            default: try reader.elements { try other(&$0, name) }
            }
        }
        try reader.members { reader, name in
            guard name == "data" else { return try list(&reader, name) }
            try reader.members(list)
        }
    }
}

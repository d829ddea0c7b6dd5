import Foundation

/// The JSON file that `--config` names.
public struct SimulatorSettingsFile: Codable, Sendable {
    /// The people to know.
    public var users: [SimulatedUser]?
    /// What to do with repeats.
    public var repeats: RepeatBehaviour?
    /// The faults from the start.
    public var faults: [Fault]?

    /// Reads a file.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func read(_ path: String) throws -> Self {
        try decode(Self.self, path)
    }

    /// Reads a list of faults, as `--faults` names it.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func readFaults(_ path: String) throws -> [Fault] {
        try decode([Fault].self, path)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw SimulatorError(.configuration, "The file \(path) cannot be read: \(error)")
        }
    }
}

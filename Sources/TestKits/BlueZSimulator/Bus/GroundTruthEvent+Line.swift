import Foundation

extension GroundTruthEvent {
    /// The event as a line of JSON, with its line feed; nil where it cannot be written.
    package var line: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { [UInt8]($0) + [0x0A] }
    }
}

/// Why libxml2 does not read a text.
package struct XMLOracleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libxml2's number of it.
    package let code: Int32
    /// The line.
    package let line: Int
    /// libxml2's words.
    package let message: String
    /// The same text is never read.
    package var isRetriable: Bool { false }
    /// The words, with the line.
    package var description: String { "line \(line): \(message)" }
}

/// A step of reading a device, where a fault may strike.
package enum LinkStep: String, Codable, CaseIterable, Sendable {
    /// The link has just come up.
    case connected
    /// The central asks for the services.
    case discovery
    /// Pairing is under way.
    case pairing
    /// A CCCD is written.
    case subscribed
    /// A control point is written; for `dropAtStep` after so many records of a report.
    case racp
}

/// An error of the attribute protocol that a device answers.
package enum AttError: UInt8, Error, Sendable {
    /// The attribute cannot be read.
    case readNotPermitted = 0x02
    /// The attribute cannot be written.
    case writeNotPermitted = 0x03
    /// The link is not encrypted.
    case insufficientAuthentication = 0x05
    /// The value has the wrong length.
    case invalidLength = 0x0D
    /// No answer came in 30 s (the host says so itself).
    case unlikely = 0x0E
    /// A user's data without that user's consent (User Data Service).
    case userDataAccess = 0x80
    /// The control point's or the measurement's CCCD is not written (common profile error).
    case cccdImproper = 0xFD
    /// A procedure runs already (common profile error).
    case procedureInProgress = 0xFE
    /// The value is out of range (common profile error).
    case outOfRange = 0xFF
}

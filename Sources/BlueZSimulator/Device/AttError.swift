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
    /// The value is out of range (common profile error).
    case outOfRange = 0xFF
}

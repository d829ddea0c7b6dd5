/// Limits of the D-Bus specification and, where they are lower, our own.
package enum DBusLimits {
    /// The longest signature in bytes.
    package static let signatureLength = 255
    /// The deepest nesting of arrays, and of structures, in one signature.
    package static let signatureDepth = 32
    /// The deepest nesting of containers in a value, variants included.
    package static let valueDepth = 64
    /// The largest body in bytes that is sent, well under the specification's 128 MiB and the bus's own 32 MiB.
    package static let bodySize = 16 << 20
    /// Bytes that may wait to be written before calls are refused as busy.
    package static let outgoingBytes = 32 << 20
    /// The longest match rule in bytes.
    package static let matchRuleLength = 1024
}

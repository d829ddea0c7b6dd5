@_exported public import CodedErrors

/// Why an input cannot be imported at all.
///
/// Damage inside an input is not an error: it is reported as ``HealthDamage``, and everything before it is delivered.
public typealias HealthInputsError = CodedError<HealthInputsErrorCode>

/// The kind of a ``HealthInputsError``.
public enum HealthInputsErrorCode: String, ErrorCode {
    /// The kind of the input is unknown.
    case unknownInput
    /// The kind of input is known but not supported.
    case unsupportedInput
    /// The input is encrypted.
    case encrypted
    /// The input cannot be read.
    case unreadable
    /// The input has values of several people, and none of them was chosen.
    case severalPeople
    /// The input has more data per period than fits into the memory budget.
    case tooDense
}

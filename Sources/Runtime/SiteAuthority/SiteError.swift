@_exported public import CodedErrors

/// An error of a site's certificates and of joining it.
public typealias SiteError = CodedError<SiteErrorCode>

/// The cause of a failure with a site's certificates or a hub's membership.
public enum SiteErrorCode: String, ErrorCode {
    /// An invalid name or address.
    case invalid
    /// A file cannot be created or read, or is damaged.
    case files
    /// Another process is changing the site's files.
    case busy
    /// It already exists.
    case exists
    /// The hub has already joined.
    case joined
    /// There is no such hub or site here.
    case notFound
    /// The clocks differ too much.
    case clock
    /// The bundle's secret is wrong.
    case wrongSecret
    /// The bundle has expired.
    case bundleExpired
    /// The bundle has already been used.
    case bundleUsed
    /// The hub was revoked.
    case revoked
    /// A certificate that this site did not issue, or that is too old to be renewed.
    case wrongCertificate
    /// The request is not one that a hub sends.
    case malformed
}

extension SiteError {
    /// The `sysexits.h` code of a program that ends with this error.
    public var exitCode: Int32 {
        switch code {
        case .invalid, .malformed, .wrongSecret, .bundleExpired, .bundleUsed, .notFound, .exists, .joined: 65
        case .files: 73
        case .revoked, .wrongCertificate: 77
        case .clock, .busy: 75
        }
    }
}

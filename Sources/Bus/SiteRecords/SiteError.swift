@_exported public import CodedErrors

/// An error of a site's certificates and of joining it.
public typealias SiteError = CodedError<SiteErrorCode>

/// What went wrong with a site's certificates or a hub's membership.
public enum SiteErrorCode: String, ErrorCode {
    /// A name or an address that cannot be.
    case invalid
    /// A file cannot be made or read, or is damaged.
    case files
    /// Another process changes the site's files at this moment.
    case busy
    /// There is one already.
    case exists
    /// The hub has joined already.
    case joined
    /// There is no such hub or site here.
    case notFound
    /// Clocks that differ too far.
    case clock
    /// The bundle's secret is wrong.
    case wrongSecret
    /// The bundle's time is over.
    case bundleExpired
    /// The bundle has made a hub already.
    case bundleUsed
    /// The hub was revoked.
    case revoked
    /// A certificate that this site did not give, or one that is too old to be renewed.
    case wrongCertificate
    /// The request is none of those that a hub makes.
    case malformed
}

extension SiteError {
    /// The code of `sysexits.h` that a program ends with.
    public var exitCode: Int32 {
        switch code {
        case .invalid, .malformed, .wrongSecret, .bundleExpired, .bundleUsed, .notFound, .exists, .joined: 65
        case .files: 73
        case .revoked, .wrongCertificate: 77
        case .clock, .busy: 75
        }
    }
}

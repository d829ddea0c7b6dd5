public import FoundationEssentials
public import SiteRecords

/// The accounts that people created, with the function that certifies their broker.
public struct ServedAccess: Sendable, Hashable {
    /// Creates a missing or due certificate of the broker, and returns whether there is a new one.
    ///
    /// The parameters are the accounts, the site whose authority signs, the site's id and the time. Only commands that
    /// serve a broker link the authority.
    public typealias Certifier = @Sendable (Access, Site?, String, Date) throws(SiteError) -> Bool

    /// The accounts.
    public let files: Access
    private let certifier: Certifier

    /// Creates the accounts of a served broker.
    public init(_ files: Access, certifier: @escaping Certifier) { (self.files, self.certifier) = (files, certifier) }

    /// Creates a missing or due certificate of the broker.
    ///
    /// - Parameters:
    ///   - site: The site whose authority signs; nil for this machine's own.
    ///   - name: The site's id.
    /// - Returns: Whether there is a new certificate, with which a server must restart.
    /// - Throws: ``SiteError`` `invalid`, `files`.
    @discardableResult
    func certify(_ site: Site?, name: String, now: Date) throws(SiteError) -> Bool {
        try certifier(files, site, name, now)
    }

    /// Whether both are the same accounts.
    public static func == (one: Self, other: Self) -> Bool { one.files == other.files }

    /// Hashes the accounts.
    public func hash(into hasher: inout Hasher) { hasher.combine(files) }
}

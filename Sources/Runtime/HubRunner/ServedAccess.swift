public import FoundationEssentials
public import SiteRecords

/// The accounts that people made, with what certifies the broker that serves them.
public struct ServedAccess: Sendable, Hashable {
    /// Makes what is missing or due of the broker's certificate, and returns whether there is a new one.
    ///
    /// It takes the accounts, the site whose authority signs, the site's id and the time. Only commands that serve a broker
    /// link the authority.
    public typealias Certifier = @Sendable (Access, Site?, String, Date) throws(SiteError) -> Bool

    /// The accounts.
    public let files: Access
    private let certifier: Certifier

    /// Names accounts.
    public init(_ files: Access, certifier: @escaping Certifier) { (self.files, self.certifier) = (files, certifier) }

    /// Makes what is missing or due of the broker's certificate.
    ///
    /// - Parameters:
    ///   - site: The site whose authority signs; nil for this machine's own.
    ///   - name: The site's id.
    /// - Returns: Whether there is a new certificate: who serves with it must start again.
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

public import SiteRecords

/// What the site's operator wants of the hubs' versions; written by `vitalbus site update` only.
public struct UpdateWish: Codable, Sendable, Hashable {
    /// What is to happen.
    public enum Action: String, Codable, Sendable {
        /// Ask the hubs for their versions.
        case check
        /// Install the version on the hubs, in stages.
        case roll
        /// Finish the hubs under way, and begin no other.
        case stop
        /// Take the hubs with the version back to the one before.
        case back
    }

    /// A random id, which tells it from an earlier wish of the same words.
    public let id: String
    /// The version, by `InstallVersion.isVersion`.
    public let version: String
    /// What is to happen.
    public let action: Action

    /// Makes a wish.
    public init(id: String, version: String, action: Action) {
        (self.id, self.version, self.action) = (id, version, action)
    }
}

extension Site {
    private var wishPath: String { "\(files.directory)/update.json" }
    private var rolloutPath: String { "\(files.directory)/rollout.json" }

    /// What changes with the wish, and with the hubs that have joined.
    public var updateChanges: [String] { [wishPath, files.hubs, files.cards] }

    /// The operator's last wish; nil if there was none.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func updateWish() throws(SiteError) -> UpdateWish? {
        try files.read(UpdateWish.self, at: wishPath)
    }

    /// Writes the operator's wish, which the registrar carries out.
    ///
    /// - Throws: ``SiteError`` `files`, `busy`.
    public func wish(_ wish: UpdateWish) throws(SiteError) {
        try files.locked { () throws(SiteError) in try files.writeJSON(wish, path: wishPath) }
    }

    /// The rollout as the registrar last noted it; nil if there was none.
    public func rollout() -> Rollout? {
        // Absent is nil: the hubs know what they run, so an unreadable note is made again.
        try? files.read(Rollout.self, at: rolloutPath)
    }

    /// Notes the rollout; only the registrar does.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func note(_ rollout: Rollout) throws(SiteError) { try files.writeJSON(rollout, path: rolloutPath) }

    /// The names of the hubs that have joined and are not revoked, in order.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func joinedHubs() throws(SiteError) -> [String] {
        try hubs().filter { $0.entry.revoked == nil && $0.card != nil }.map(\.entry.hub)
    }
}

public import ActorRuntime
internal import FoundationEssentials

// A hub leaves in two steps: a rename ends its membership, and everything else is deleted later, in as many attempts as
// needed. So a kill leaves either a member, or a machine that has left.
extension Membership {
    /// The place of an ended membership until its keys are deleted.
    private var ended: Membership { Membership(directory: "\(directory).left") }

    /// Whether this machine has left a site, but still has its keys or names.
    public var isLeaving: Bool { FileManager.default.fileExists(atPath: ended.directory) }

    /// The ended membership, while ``isLeaving``.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func endedRecord() throws(SiteError) -> MembershipRecord? { try ended.record() }

    /// Ends the membership atomically; ``forget()`` deletes its keys.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func leave() throws(SiteError) {
        try Site.guarded("the membership cannot be ended") { try PrivateFile.move(directory, to: ended.directory) }
    }

    /// Deletes the certificates and private keys of an ended membership; its record is deleted last.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func forget() throws(SiteError) {
        let (files, folder) = (FileManager.default, ended.directory)
        guard isLeaving else { return }
        try Site.guarded("\(folder) cannot be deleted") {
            let record = URL(filePath: MembershipFiles(directory: folder).record).lastPathComponent
            for name in try files.contentsOfDirectory(atPath: folder) where name != record {
                try PrivateFile.erase("\(folder)/\(name)")
            }
            try files.removeItem(atPath: folder)
        }
    }
}

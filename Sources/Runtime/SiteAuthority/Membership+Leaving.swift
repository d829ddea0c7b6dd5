public import ActorRuntime
internal import Files
internal import FoundationEssentials
public import SiteRecords

// A hub leaves in two steps: one rename ends its membership, and what has to go with it goes afterwards, in as many tries as it
// takes. So a kill leaves a member, or a machine that has left.
extension Membership {
    /// Where a membership that has ended lies until its keys are deleted.
    private var ended: Membership { Membership(directory: "\(directory).left") }

    /// Whether this machine has left a site, and keys or names of it are still here.
    public var isLeaving: Bool { FileManager.default.fileExists(atPath: ended.directory) }

    /// The membership that has ended, while ``isLeaving``.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func endedRecord() throws(SiteError) -> MembershipRecord? { try ended.record() }

    /// Ends the membership, at once or not at all; ``forget()`` deletes its keys.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func leave() throws(SiteError) {
        try Site.guarded("the membership cannot be ended") { try PrivateFile.move(directory, to: ended.directory) }
    }

    /// Deletes the certificates and private keys of a membership that has ended; its record goes last.
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

internal import FoundationEssentials
internal import HubRunner
internal import SiteAuthority
internal import SiteRecords

extension ServedAccess {
    /// The accounts of a state directory, whose broker this machine's authority certifies.
    init(state: String) {
        self.init(Access(state: state)) { (access, site, name, now) throws(SiteError) in
            try access.certify(site, name: name, now: now)
        }
    }
}

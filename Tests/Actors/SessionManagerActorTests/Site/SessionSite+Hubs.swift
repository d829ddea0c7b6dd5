import Foundation
import SiteAuthority
import SiteRecords
import TestSupport

extension SessionSite {
    /// Runs a server's session manager that two hubs have joined.
    ///
    /// `room-1` measures bed-1, `room-2` bed-2. Both seats have a session.
    static func withTwoHubs(_ body: (RunningManager) async throws -> Void) async throws {
        let site = try SessionSite(isServer: true)
        let made = try Site.make(
            try SiteRecord(site: "home", addresses: ["127.0.0.1"]),
            files: SiteFiles(state: site.folder.url.path),
            now: Date()
        )
        _ = try made.add("room-1", seats: ["bed-1"], again: false, now: Date())
        _ = try made.add("room-2", seats: ["bed-2"], again: false, now: Date())
        try await site.running { manager in
            for seat in ["bed-1", "bed-2"] { try await manager.start(seat) }
            try await body(manager)
        }
    }
}

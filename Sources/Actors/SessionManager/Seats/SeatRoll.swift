internal import Logging
internal import SiteAuthority
internal import Synchronization

/// The listed seats: those of the configuration and, on a site's server, those of its hubs.
///
/// Commands of other processes add and revoke hubs, so every question checks the age of their files.
final class SeatRoll: Sendable {
    private struct Known {
        var age: String?
        var ofHubs: [String: [String]] = [:]
    }

    private let listed: [String]
    private let files: SiteFiles?
    private let changes: FileChanges?
    private let logger: Logger?
    private let known = Mutex(Known())

    /// Lists the configuration's seats.
    ///
    /// - Parameters:
    ///   - files: The files of the site, if this machine may serve one.
    ///   - logger: Logs unreadable files; the seats known before stay.
    init(_ listed: [String], files: SiteFiles? = nil, logger: Logger? = nil) {
        (self.listed, self.files, self.logger) = (listed, files, logger)
        changes = files.map { FileChanges($0.changing) }
    }

    /// All listed seats, each once; empty if none are listed: then any seat may have a session.
    var seats: [String] {
        let ofHubs = byHub.sorted { $0.key < $1.key }.flatMap(\.value)
        return ofHubs.isEmpty ? listed : listed + ofHubs.filter { !listed.contains($0) }
    }

    /// The seats of a hub that joined the site; nil for a hub of this machine.
    func seats(of hub: String) -> Set<String>? { byHub[hub].map(Set.init) }

    private var byHub: [String: [String]] {
        guard let files, let changes else { return [:] }
        let age = changes.ages
        return known.withLock { known in
            guard known.age != age else { return known.ofHubs }
            do {
                known.ofHubs = try Site(files)?.seatsByHub() ?? [:]
                known.age = age
            } catch {
                logger?.warning("cannot read the hubs of the site", metadata: ["error": "\(error)"])
            }
            return known.ofHubs
        }
    }

    /// Reports changes until cancelled.
    func follow(_ clock: any Clock<Duration>, onChange: () -> Void) async {
        guard let changes else { return }
        var last = seats
        while !Task.isCancelled {
            _ = await changes.wait(clock)
            let now = seats
            guard now != last else { continue }
            last = now
            onChange()
        }
    }
}

internal import Logging
internal import SiteRecords
internal import Synchronization

/// The seats that are listed: those of the configuration and, on a site's server, those of its hubs.
///
/// Hubs are added and revoked by commands of other processes, so their files' age is looked at with each question.
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
    ///   - files: The files of the site that this machine may serve; none without.
    ///   - logger: Told of files that cannot be read; the seats that were known stay.
    init(_ listed: [String], files: SiteFiles? = nil, logger: Logger? = nil) {
        (self.listed, self.files, self.logger) = (listed, files, logger)
        changes = files.map { FileChanges($0.changing) }
    }

    /// All of them, each once; empty where nobody lists any: then each seat may have a session.
    var seats: [String] {
        let ofHubs = byHub.sorted { $0.key < $1.key }.flatMap(\.value)
        return ofHubs.isEmpty ? listed : listed + ofHubs.filter { !listed.contains($0) }
    }

    /// The seats of a hub that joined the site; nil for one of this machine.
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
                logger?.warning("the hubs of the site cannot be read", metadata: ["error": "\(error)"])
            }
            return known.ofHubs
        }
    }

    /// Tells of changes until cancelled.
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

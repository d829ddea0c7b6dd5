internal import BusContract
internal import Foundation
internal import MessageBus

/// Lists the site's importers and their imports, and tells which of them can read this machine's files.
struct ImportHubs: Sendable {
    /// The largest number of hubs asked.
    private static let most = 16

    let bus: PageBus
    let hubs: SiteHubs
    let states: ImportStates
    /// The folder that holds the state of this machine's processes.
    let machine: String

    /// The names of the hubs whose importers can read this machine's files.
    func local() async -> [String] { await all().filter(isHere) }

    /// The names of all hubs with an importer.
    func all() async -> [String] { await hubs.hubs(of: .healthImporter) }

    /// Whether a hub's importer keeps its state on this machine, and so can read its files.
    private func isHere(_ hub: String) -> Bool {
        // Absent is nil: a folder that cannot be listed holds no hub.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: machine)) ?? []
        return names.contains { $0.hasPrefix("\(hub).\(BusRole.healthImporter.rawValue).") && !$0.hasSuffix(".lock") }
    }

    /// The latest imports that these rights allow to see, those still running first.
    ///
    /// - Throws: ``PageError``.
    func imports(_ rights: Rights) async throws -> [ImportState] {
        try rights.require(HealthTopics.imports)
        var found: [ImportState] = []
        for hub in await all().prefix(Self.most) {
            let request = ImportsRequest(seat: rights.seat)
            do {
                let listed = try await bus.call(
                    HealthTopics.imports,
                    body: request,
                    as: rights,
                    hub: hub,
                    timeout: .seconds(3)
                )
                for state in listed.imports { found.append(await states.newest(state)) }
            } catch let error as PageError where error.isOneHubs {
                continue
            }
        }
        return found.filter { !$0.isEnded } + found.filter(\.isEnded)
    }

    /// An import at a hub; nil if the hub does not know it, or answers with a different import.
    ///
    /// - Throws: ``PageError``.
    func state(_ id: String, hub: String, as rights: Rights) async throws -> ImportState? {
        let request = ImportsRequest(importID: id)
        let listed = try await bus.call(HealthTopics.imports, body: request, as: rights, hub: hub, timeout: .seconds(3))
        return listed.imports.first { $0.importID == id }
    }
}

/// The parts that the import pages share.
struct ImportParts: Sendable {
    let hubs: ImportHubs
    let states: ImportStates
    let uploads: UploadFolder
    /// The largest file accepted, in bytes.
    let limit: Int
    /// Signalled when an upload may no longer be needed.
    let wake: WakeUp

    /// Handles a message from the site's bus.
    func note(_ message: BusMessage) async {
        await states.note(message)
        if message.topic.hasSuffix("/\(HealthTopics.importCompleted.descriptor.name)") { wake.signal() }
    }
}

internal import BusContract
internal import Foundation
internal import MessageBus

/// The importers of the site, what they have imported, and which of them read files of this machine.
struct ImportHubs: Sendable {
    /// The most hubs that are asked.
    private static let most = 16

    let bus: PageBus
    let hubs: SiteHubs
    let states: ImportStates
    /// Where the state of this machine's processes lies.
    let machine: String

    /// The hubs whose importers read files of this machine, by name.
    func local() async -> [String] { await all().filter(isHere) }

    /// The hubs with an importer, by name.
    func all() async -> [String] { await hubs.hubs(of: .healthImporter) }

    /// Whether a hub's importer has its state on this machine, and so reads its files.
    private func isHere(_ hub: String) -> Bool {
        // Absent is nil: what cannot be listed is not here.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: machine)) ?? []
        return names.contains { $0.hasPrefix("\(hub).\(BusRole.healthImporter.rawValue).") && !$0.hasSuffix(".lock") }
    }

    /// The latest imports that somebody may see, those that go on first.
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

    /// An import of a hub; nil where it knows none, or answers with another one.
    ///
    /// - Throws: ``PageError``.
    func state(_ id: String, hub: String, as rights: Rights) async throws -> ImportState? {
        let request = ImportsRequest(importID: id)
        let listed = try await bus.call(HealthTopics.imports, body: request, as: rights, hub: hub, timeout: .seconds(3))
        return listed.imports.first { $0.importID == id }
    }
}

/// What the pages of imports are made of.
struct ImportParts: Sendable {
    let hubs: ImportHubs
    let states: ImportStates
    let uploads: UploadFolder
    /// The most bytes of one file.
    let limit: Int
    /// Signalled when an upload may not be needed any more.
    let wake: WakeUp

    /// Takes a message of the site.
    func note(_ message: BusMessage) async {
        await states.note(message)
        if message.topic.hasSuffix("/\(HealthTopics.importCompleted.descriptor.name)") { wake.signal() }
    }
}

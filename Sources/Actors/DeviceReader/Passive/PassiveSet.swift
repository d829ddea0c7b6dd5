internal import ActorRuntime
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus

/// The passive set on disk, which survives restarts.
struct PassiveSetFile: Sendable {
    private struct Content: Codable {
        var peripheralIDs: [Int]
    }

    private let url: URL

    init(folder: URL, hub: String) {
        url = folder.appending(path: "passive-\(hub).json")
    }

    /// The saved set; nil when none was saved yet.
    ///
    /// - Throws: An error if the file is unreadable or damaged.
    func load() throws -> [Int]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try WireJSON.decode(Content.self, from: Array(try Data(contentsOf: url))).peripheralIDs
    }

    /// Saves the set atomically.
    func save(_ peripheralIDs: [Int]) throws {
        try PrivateFile.replace(url.path, bytes: WireJSON.encode(Content(peripheralIDs: peripheralIDs)))
    }
}

/// Serves `setPassivePeripherals`, and saves the set before using it.
@ReaderIsolation struct PassiveSetService {
    let file: PassiveSetFile
    let catalogue: PeripheralCatalogue
    let schedule: PassiveSchedule
    let activity: ActivityLog

    nonisolated var handlers: [RequestHandler] {
        [RequestHandler(ReaderTopics.setPassivePeripherals) { [self] body, _ in try await set(body) }]
    }

    private func set(_ body: PassivePeripherals) async throws -> PassivePeripherals {
        let wanted = Set(body.peripheralIDs ?? [])
        let known = Set(catalogue.peripherals.filter { !$0.disabled }.map(\.id))
        if let unknown = wanted.subtracting(known).min() {
            let list = known.sorted().map(String.init).joined(separator: ", ")
            throw BusError(.invalidArgument, message: "peripheral \(unknown) is not supported; supported are \(list)")
        }
        do {
            try file.save(wanted.sorted())
        } catch {
            throw BusError(.storeUnavailable, message: "cannot save the passive set in the state directory")
        }
        await schedule.replace(with: wanted)
        activity.note(
            "passive set replaced",
            ["peripherals": wanted.sorted().map(String.init).joined(separator: ",")]
        )
        return PassivePeripherals(peripheralIDs: wanted.sorted())
    }
}

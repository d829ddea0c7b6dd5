internal import ActorRuntime
internal import FoundationEssentials
internal import MessageBus

/// The passive set on disk, so that it survives restarts.
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
    /// - Throws: `BusError` when the file is damaged.
    func load() throws -> [Int]? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return try WireJSON.decode(Content.self, from: Array(data)).peripheralIDs
    }

    /// Saves the set, whole or not at all.
    func save(_ peripheralIDs: [Int]) throws {
        try PrivateFile.replace(url.path, WireJSON.encode(Content(peripheralIDs: peripheralIDs)))
    }
}

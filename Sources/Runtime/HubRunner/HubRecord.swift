internal import FoundationEssentials
internal import MessageBus

/// The record that a hub leaves in its state directory, so that other commands find it.
public struct HubRecord: Codable, Sendable, Hashable {
    /// The site's id.
    public let site: String
    /// The hub's id.
    public let hub: String
    /// The private broker's socket.
    public let socket: String
    /// Whether the hub has a radio; nil if it was written by an older version.
    public let radio: Bool?
    /// Whether the hub serves only one person; nil if it was written by an older version.
    public let solo: Bool?

    /// Creates a record.
    public init(site: String, hub: String, socket: String, radio: Bool? = nil, solo: Bool? = nil) {
        self.site = site
        self.hub = hub
        self.socket = socket
        self.radio = radio
        self.solo = solo
    }

    /// Reads the record of a state directory; nil if there is none.
    ///
    /// - Throws: ``HubRunnerError`` `files` if it is damaged or unreadable.
    public static func read(_ layout: HubLayout) throws(HubRunnerError) -> HubRecord? {
        guard let bytes = try StateFile.read(layout.record) else { return nil }
        do {
            return try WireJSON.decode(HubRecord.self, from: bytes)
        } catch {
            throw HubRunnerError(.files, message: "\(layout.record) is damaged: delete it and run 'vitalbus up' again")
        }
    }
}

internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// The page's address, valid for one entry, for users who may read the state directory.
public struct PageEntry: Sendable {
    /// The default address of the page.
    public static let standardAddress = "127.0.0.1:8470"

    private let path: String

    /// Creates an entry for a file.
    public init(file: String) { path = file }

    /// Creates the entry of a site's page.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan`.
    public init(_ layout: HubLayout, site: String) throws(HubRunnerError) {
        do {
            let page = try BusAddress(
                site: site,
                hub: BusAddress.siteHub,
                actor: BusRole.page.rawValue,
                instance: "main"
            )
            path = "\(layout.state)/\(page.principal)/entry"
        } catch {
            throw HubRunnerError(.invalidPlan, message: error.plainWords)
        }
    }

    /// Deletes the address of an earlier run.
    public func forget() { try? FileManager.default.removeItem(atPath: path) }

    /// The current address; nil if no page is served.
    public var address: String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Waits for the address until the page is served; nil after a time limit.
    ///
    /// - Throws: `CancellationError`.
    public func wait(atMost seconds: Int = 30) async throws -> String? {
        for _ in 0..<(seconds * 5) {
            if let address { return address }
            try await Task.sleep(for: .milliseconds(200))
        }
        return nil
    }
}

internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// The one-time address at which a person who may read the state directory opens the page.
public struct PageEntry: Sendable {
    /// The page's default address.
    public static let standardAddress = "127.0.0.1:8470"

    private let path: String

    /// Names a file.
    public init(file: String) { path = file }

    /// Names the file of a site's page.
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

    /// Forgets the address of an earlier run.
    public func forget() { try? FileManager.default.removeItem(atPath: path) }

    /// The present address; nil if no page is served.
    public var address: String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The address once the page is served; nil if that takes too long.
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

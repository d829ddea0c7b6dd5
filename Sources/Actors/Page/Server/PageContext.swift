internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import MessageBus
internal import NIOCore

/// All that the pages are made of.
struct PageParts: Sendable {
    let site: String
    let bus: PageBus
    let board: LiveBoard
    let hubs: SiteHubs
    let watch: SiteWatch
    let imports: ImportParts
    let measuring: MeasureDesk
    let sessions: PageSessions
    let texts: PageTexts
    let views: PageViews
    let assets: PageAssets
    let audit: AuditLog
    let machine: PageMachine
    let environment: BusEnvironment
    /// The header in which a reverse proxy names a browser's address; nil where there is none, and nobody's word is taken.
    let proxyHeader: HTTPField.Name?
    /// Whether the bus is reached.
    let reach: BusReach
    let logger: Logger

    /// Changes with each script and style.
    var version: String { assets.version }
}

/// What is known of one request.
struct PageContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address that it comes from.
    var peer: String
    private let channel: any Channel
    /// Who asks; nil for who is not logged in.
    var session: PageSession?
    var language = PageTexts.Language(code: "en", words: [:])

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = source.channel
    }

    /// Ends the connection once its answer is out: what is still sent, nobody reads.
    func hangUp() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    }

    /// Who asks.
    ///
    /// - Throws: ``PageError`` `unauthorized` for who is not logged in.
    var known: PageSession {
        get throws {
            guard let session else { throw PageError(.unauthorized, text: "error.loggedOut") }
            return session
        }
    }

    /// A part of the path.
    ///
    /// - Throws: ``PageError`` `notFound`.
    func part(_ name: String) throws -> String {
        guard let text = parameters.get(name)?.unescaped, !text.isEmpty, text.utf8.count <= 256 else {
            throw PageError(.notFound, text: "error.page")
        }
        return text
    }
}

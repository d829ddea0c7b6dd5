internal import ActorRuntime
internal import Hummingbird
internal import Logging
internal import MessageBus
internal import NIOCore

/// The parts that all pages share.
struct PageParts: Sendable {
    let context: ActorContext
    let bus: PageBus
    let board: LiveBoard
    let live: LiveParts
    let counts: MenuCounts
    let limits: LimitStore
    let labels: PersonLabels
    let plans: PersonPlans
    let notes: PersonNotes
    let units: PageUnits
    let aside: AsideFiles
    let undo: UndoDesk
    let devices: BoardDevices
    let guesses: HeldGuesses
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
    /// The reverse proxies that are believed, and what they may do.
    let doors: PageDoors
    /// Whether the process is connected to the broker.
    let reach: BusReach

    var site: String { context.address.site }
    var environment: BusEnvironment { context.environment }
    var logger: Logger { context.logger }
    /// A version that changes if any script or style changes.
    var version: String { assets.version }
}

/// The context of one request.
struct PageContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// How the request reached the page.
    var way = PageWay()
    private let channel: any Channel
    /// The session of the request; nil if not logged in.
    var session: PageSession?
    var language = PageTexts.Language(code: "en", words: [:])
    /// The site's version before anything of the response was asked for; nil if not logged in.
    var version: LiveVersion?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        way.peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = source.channel
    }

    /// Closes the connection after its answer is sent, because the rest of the request is not read.
    func hangUp() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
    }

    /// The session of the request.
    ///
    /// - Throws: ``PageError`` `unauthorized` if not logged in.
    var known: PageSession {
        get throws {
            guard let session else { throw PageError(.unauthorized, text: "error.loggedOut") }
            return session
        }
    }

    /// A parameter of the path.
    ///
    /// - Throws: ``PageError`` `notFound`.
    func part(_ name: String) throws -> String {
        guard let text = parameters.get(name)?.unescaped, !text.isEmpty, text.utf8.count <= 256 else {
            throw PageError(.notFound, text: "error.page")
        }
        return text
    }
}

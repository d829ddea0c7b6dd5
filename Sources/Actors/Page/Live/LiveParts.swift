internal import FoundationEssentials
internal import MessageBus

/// What an open page shows of the site, and so which changes its stream of events brings it.
enum LiveShown: Sendable, Hashable {
    /// The tiles of the overview, or the only one of a seat's page.
    case tiles(seat: String?)
    /// The rows of the ward board.
    case rows
    /// The held readings.
    case held
    /// The imports.
    case imports
    /// The measurement of this browser.
    case measurement
    /// Problems and counts alone.
    case site

    /// Reads what a page's script asks for.
    init(_ name: String?, seat: String?) {
        self =
            switch name {
            case "tiles": .tiles(seat: seat)
            case "rows": .rows
            case "held": .held
            case "imports": .imports
            case "measure": .measurement
            default: .site
            }
    }

    /// Whether a page with these rights shows what changed.
    func wants(_ change: LiveChange, rights: Rights, session: String) -> Bool {
        switch change {
        case .seat(let seat): showsSeats && rights.sees(seat) && (only ?? seat) == seat
        case .held, .problems: rights.seat == nil && showsSite
        case .queue: rights.seat == nil && self == .held
        case .rights: true
        case .imports: self == .imports
        case .measurement(let owner): self == .measurement && owner == session
        }
    }

    private var showsSeats: Bool { template != nil }

    private var showsSite: Bool { self != .imports && self != .measurement }

    private var only: String? {
        if case .tiles(let seat) = self { seat } else { nil }
    }

    /// The template of a changed seat; nil where no seats are shown.
    var template: String? {
        switch self {
        case .tiles: "tiles"
        case .rows: "boardRows"
        case .held, .imports, .measurement, .site: nil
        }
    }
}

/// All pages that show a changed seat alike.
struct LiveLook: Sendable, Hashable {
    let template: String
    /// The rights decide which values, label and plan a page shows.
    let rights: Rights
    /// The language's code.
    let language: String
    /// The path that begins the addresses in it.
    let base: PageBase
}

/// The HTML of changed seats, made once for all open pages that show it alike.
actor LiveParts {
    /// How long the HTML is used, in seconds: it contains ages.
    private static let age: TimeInterval = 10
    /// The largest number of parts kept; all are dropped when there are more.
    private static let most = 1_024

    private struct Key: Hashable {
        let seat: String
        let look: LiveLook
    }

    private struct Part {
        let number: Int
        let made: Date
        let event: Task<String?, Never>
    }

    private var parts: [Key: Part] = [:]

    /// The event with a changed seat's HTML; nil if it could not be made.
    ///
    /// - Parameters:
    ///   - number: The change's number. HTML made for an earlier one is not used.
    ///   - make: Makes the event.
    func event(
        of seat: String,
        number: Int,
        look: LiveLook,
        now: Date,
        _ make: @escaping @Sendable () async -> String?
    ) async -> String? {
        let key = Key(seat: seat, look: look)
        if let known = parts[key], known.number >= number, abs(now.timeIntervalSince(known.made)) <= Self.age {
            return await known.event.value
        }
        if parts.count >= Self.most { parts = [:] }
        let event = Task { await make() }
        parts[key] = Part(number: number, made: now, event: event)
        return await event.value
    }
}

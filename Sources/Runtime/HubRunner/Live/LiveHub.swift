/// What the live table knows about its hub from the start.
public struct LiveHub: Sendable, Hashable {
    /// The site's id.
    public var site: String
    /// The hub's id.
    public var hub: String
    /// The seats that the hub measures.
    public var seats: [String]
    /// Whether the hub serves only one person, so that no reading is held because of a missing assignment.
    public var isSolo = false
    /// Whether the hub belongs to a site whose server is another machine.
    public var isOfSite = false
    /// Whether the hub has a radio.
    public var hasRadio = true
    /// Whether a destination of records is configured.
    public var hasDestination = true
    /// The page's address, `HOST:PORT`; nil for no page.
    public var page: String?
    /// The command for the operator's program in another terminal.
    public var program = "vitalbus"
    /// The options with which its commands find this hub, for example `--state /srv/hub`; empty for none.
    public var options = ""

    /// Creates a hub's description.
    public init(site: String, hub: String, seats: [String] = []) {
        self.site = site
        self.hub = hub
        self.seats = seats.isEmpty ? [hub] : seats
    }

    /// Describes the hub of a plan, whose destination may be set in the configuration file.
    public init(_ plan: HubPlan) {
        self.init(site: plan.site, hub: plan.hub, seats: plan.seats)
        isSolo = plan.isSolo
        isOfSite = plan.part == .hub
        hasRadio = plan.hasRadio
        page = plan.page
    }

    /// A command line of the operator's program for this hub.
    public func command(_ words: String) -> String {
        "\(program) \(words)" + (options.isEmpty ? "" : " \(options)")
    }

    /// The seat to name in a command: the only one, or a placeholder.
    var seatWord: String { seats.count == 1 ? seats[0] : "SEAT" }

    /// The rule of whose the readings are, in words.
    public var rule: String { Self.rule(isSolo: isSolo) }

    /// The rule of whose the readings are, in words, for a hub of one person or of several.
    public static func rule(isSolo: Bool) -> String {
        isSolo
            ? "solo: readings of unassigned devices belong to the one person"
            : "held until their device is assigned or a person confirms them"
    }
}

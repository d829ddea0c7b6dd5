/// What the live table knows of its hub before anything happens.
public struct LiveHub: Sendable, Hashable {
    /// The site's id.
    public var site: String
    /// The hub's id.
    public var hub: String
    /// Whom the hub measures.
    public var seats: [String]
    /// Whether the hub is only ever one person's, so that nothing is held for want of an assignment.
    public var isSolo = false
    /// Whether the hub is one of a site's, whose server is another machine.
    public var isOfSite = false
    /// Whether the hub has a radio.
    public var hasRadio = true
    /// Whether somebody named where records go.
    public var hasDestination = true
    /// Where browsers reach the page, `HOST:PORT`; nil for no page.
    public var page: String?
    /// How the operator's program is called in another terminal.
    public var program = "vitalbus"
    /// What its commands need to find this hub, for example `--state /srv/hub`; empty for nothing.
    public var options = ""

    /// Names a hub.
    public init(site: String, hub: String, seats: [String] = []) {
        self.site = site
        self.hub = hub
        self.seats = seats.isEmpty ? [hub] : seats
    }

    /// Names the hub of a plan, whose destination may stand in the configuration file.
    public init(_ plan: HubPlan) {
        self.init(site: plan.site, hub: plan.hub, seats: plan.seats)
        isSolo = plan.isSolo
        isOfSite = plan.part == .hub
        hasRadio = plan.hasRadio
        page = plan.page
    }

    /// A command of the operator's program for this hub.
    public func command(_ words: String) -> String {
        "\(program) \(words)" + (options.isEmpty ? "" : " \(options)")
    }

    /// The seat to name in a command: the only one, else a word in its place.
    var seatWord: String { seats.count == 1 ? seats[0] : "SEAT" }

    /// Whose readings are, in words.
    public var rule: String { Self.rule(isSolo: isSolo) }

    /// Whose readings are, in words, at a hub that is only ever one person's, and at any other.
    public static func rule(isSolo: Bool) -> String {
        isSolo
            ? "solo: readings of unassigned devices belong to the one person"
            : "held until their device is assigned or a person confirms them"
    }
}

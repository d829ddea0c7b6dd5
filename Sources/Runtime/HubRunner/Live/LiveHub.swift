/// The live table's initial facts about its hub.
public struct LiveHub: Sendable, Hashable {
    /// The site's id.
    public var site: String
    /// The hub's id.
    public var hub: String
    /// The seats that the hub measures.
    public var seats: [String]
    /// Whether the hub only ever serves one person, so that no reading is held for lack of an assignment.
    public var isSolo = false
    /// Whether the hub belongs to a site whose server is another machine.
    public var isOfSite = false
    /// Whether the hub has a radio.
    public var hasRadio = true
    /// Whether a destination for records is configured.
    public var hasDestination = true
    /// The page's address for browsers, `HOST:PORT`; nil for no page.
    public var page: String?
    /// The name of the operator's program, for commands in another terminal.
    public var program = "vitalbus"
    /// The options with which its commands find this hub, for example `--state /srv/hub`; empty for none.
    public var options = ""

    /// Names a hub.
    public init(site: String, hub: String, seats: [String] = []) {
        self.site = site
        self.hub = hub
        self.seats = seats.isEmpty ? [hub] : seats
    }

    /// Describes a plan's hub, whose destination may be in the configuration file.
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

    /// The seat to name in a command: the only one, otherwise a placeholder.
    var seatWord: String { seats.count == 1 ? seats[0] : "SEAT" }

    /// The rule that decides to whom readings belong, as text.
    public var rule: String { Self.rule(isSolo: isSolo) }

    /// The rule that decides to whom readings belong, as text: for a hub that only ever serves one person, or any
    /// other.
    public static func rule(isSolo: Bool) -> String {
        isSolo
            ? "solo: readings of unassigned devices belong to the one person"
            : "held until their device is assigned or a person confirms them"
    }
}

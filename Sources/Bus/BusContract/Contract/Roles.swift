public import MessageBus

extension BusRole {
    /// Owns discovery and sightings of a hub's radio.
    public static let bleScanner = BusRole(rawValue: "ble-scanner")
    /// Reads devices over Bluetooth.
    public static let deviceReader = BusRole(rawValue: "device-reader")
    /// Makes records of what people exported.
    public static let healthImporter = BusRole(rawValue: "health-importer")
    /// Reads the displays of meters from pictures.
    public static let ocrWorker = BusRole(rawValue: "ocr-worker")
    /// Owns sessions, assignments, the queue and notifications.
    public static let sessionManager = BusRole(rawValue: "session-manager")
    /// Delivers records to the cloud API.
    public static let uploader = BusRole(rawValue: "uploader")
    /// Gives the hubs of a site their certificates.
    public static let registrar = BusRole(rawValue: "registrar")
    /// The page that people see in a browser; it may what an operator may, and lets each person do what their role may.
    public static let page = BusRole(rawValue: "page")
    /// What Home Assistant sees of the site, and what is done there; it may what its buttons do, and no more.
    public static let homeAssistant = BusRole(rawValue: "home-assistant")
    /// A person with the command line of a hub or of the site's server; may call what changes state.
    public static let vitalbus = BusRole(rawValue: "vitalbus")
    /// A person with the command line on another machine, who may do what one at the hub may.
    public static let `operator` = BusRole(rawValue: "operator")
    /// Such a person who cares for people: sees values, measures, decides about readings; sets up and erases nothing.
    public static let caregiver = BusRole(rawValue: "caregiver")
    /// Such a person who only looks on: who is there, seats, sessions and devices; asks for no values.
    public static let viewer = BusRole(rawValue: "viewer")
    /// A program of the house that subscribes to events and states, and changes nothing.
    public static let integration = BusRole(rawValue: "integration")
    /// The link of a hub with a broker of its own to the site's: it carries what the two sides write for each other.
    public static let bridge = BusRole(rawValue: "bridge")

    /// Every role of the contract.
    public static let all: [BusRole] = actors + [vitalbus] + guests + [bridge]

    /// The actors that publish their presence.
    static let actors: [BusRole] = [
        bleScanner, deviceReader, healthImporter, ocrWorker, sessionManager, uploader, registrar, page,
        homeAssistant,
    ]

    /// Those whose accounts a person makes by name; no program of VitalBus is called so.
    public static let guests: [BusRole] = [`operator`, caregiver, viewer, integration]

    /// People who set up and look after a site.
    static let operators: [BusRole] = [vitalbus, `operator`, page]
    /// People who may see and decide what is measured.
    static let carers: [BusRole] = operators + [caregiver]
    /// All people, and who shows them the site in Home Assistant.
    static let people: [BusRole] = carers + [viewer, homeAssistant]

    /// Whether the actor serves a whole site and so stands under the hub `site`.
    public var runsAtSite: Bool { [.sessionManager, .uploader, .registrar, .page, .homeAssistant].contains(self) }
}

extension TopicGrant {
    /// People who look after a site: all of its hubs.
    static let operators: [TopicGrant] = BusRole.operators.map { TopicGrant($0, reach: .site) }
    /// All people: all of a site's hubs.
    static let people: [TopicGrant] = BusRole.people.map { TopicGrant($0, reach: .site) }
    /// People and programs that watch: all of a site's hubs, programs those that they are given.
    static let watchers: [TopicGrant] = people + [TopicGrant(.integration, reach: .hubs)]
}

public import MessageBus

extension BusRole {
    /// Owns discovery and sightings of a hub's radio.
    public static let bleScanner = BusRole(rawValue: "ble-scanner")
    /// Reads devices over Bluetooth.
    public static let deviceReader = BusRole(rawValue: "device-reader")
    /// Makes records from exported health data.
    public static let healthImporter = BusRole(rawValue: "health-importer")
    /// Reads the displays of meters from pictures.
    public static let ocrWorker = BusRole(rawValue: "ocr-worker")
    /// Owns sessions, assignments, the queue and notifications.
    public static let sessionManager = BusRole(rawValue: "session-manager")
    /// Delivers records to the cloud API.
    public static let uploader = BusRole(rawValue: "uploader")
    /// Gives the hubs of a site their certificates.
    public static let registrar = BusRole(rawValue: "registrar")
    /// The page in a browser.
    ///
    /// It has an operator's rights, and limits each person to their own role.
    public static let page = BusRole(rawValue: "page")
    /// What Home Assistant sees and does.
    ///
    /// It may do what its buttons do, and no more.
    public static let homeAssistant = BusRole(rawValue: "home-assistant")
    /// The command line of a hub or of the site's server; may make requests that change state.
    public static let vitalbus = BusRole(rawValue: "vitalbus")
    /// A person with the command line on another machine, with the rights of one at the hub.
    public static let `operator` = BusRole(rawValue: "operator")
    /// Such a person who gives care: sees values, measures and decides about readings, but sets up and erases nothing.
    public static let caregiver = BusRole(rawValue: "caregiver")
    /// Such a person who only watches: presence, seats, sessions and devices, but no values.
    public static let viewer = BusRole(rawValue: "viewer")
    /// A program that subscribes to events and states, and changes nothing.
    public static let integration = BusRole(rawValue: "integration")
    /// The link between a hub's own broker and the site's: it carries messages in both directions.
    public static let bridge = BusRole(rawValue: "bridge")

    /// Every role of the contract.
    public static let all: [BusRole] = actors + [vitalbus] + guests + [bridge]

    /// The actors that publish their presence.
    static let actors: [BusRole] = [
        bleScanner, deviceReader, healthImporter, ocrWorker, sessionManager, uploader, registrar, page,
        homeAssistant,
    ]

    /// The roles whose accounts a person names; no VitalBus program uses these names.
    public static let guests: [BusRole] = [`operator`, caregiver, viewer, integration]

    /// People who set up and maintain a site.
    static let operators: [BusRole] = [vitalbus, `operator`, page]
    /// People who may see values and decide about readings.
    static let carers: [BusRole] = operators + [caregiver]
    /// All people, and the program that shows them the site in Home Assistant.
    static let people: [BusRole] = carers + [viewer, homeAssistant]

    /// Whether the actor serves the whole site and is addressed as hub `site`.
    public var runsAtSite: Bool { [.sessionManager, .uploader, .registrar, .page, .homeAssistant].contains(self) }
}

extension [BusRole] {
    static var operators: Self { BusRole.operators }
    static var carers: Self { BusRole.carers }
    static var people: Self { BusRole.people }
}

extension TopicGrant {
    /// People who maintain a site: all of its hubs.
    static let operators: [TopicGrant] = BusRole.operators.map { TopicGrant($0, reach: .site) }
    /// All people: every hub of a site.
    static let people: [TopicGrant] = BusRole.people.map { TopicGrant($0, reach: .site) }
    /// People and programs that watch: people watch every hub, programs the hubs given to them.
    static let watchers: [TopicGrant] = people + [TopicGrant(.integration, reach: .hubs)]
}

internal import BusContract
internal import DeviceCodecs
package import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// Complete lists of the session manager and of the readers, over all pages.
enum Lists {
    /// The site's seats.
    static func seats(_ connection: HubConnection) async throws -> [SeatPage.Entry] {
        try await all { page in
            let found = try await connection.requests.call(
                SessionOperations.seats,
                hub: BusAddress.siteHub,
                body: SeatsRequest(page: page)
            )
            return (found.seats, found.pages)
        }
    }

    /// The sessions, newest first.
    static func sessions(_ connection: HubConnection, seat: String? = nil) async throws -> [SessionPage.Entry] {
        try await all { page in
            let found = try await connection.requests.call(
                SessionOperations.sessions,
                hub: BusAddress.siteHub,
                body: PageRequest(seat: seat, page: page)
            )
            return (found.sessions, found.pages)
        }
    }

    /// The assignments of devices.
    static func assignments(_ connection: HubConnection) async throws -> [AssignmentView] {
        try await all { page in
            let found = try await connection.requests.call(
                SessionOperations.devices,
                hub: BusAddress.siteHub,
                body: PageRequest(page: page)
            )
            return (found.assignments, found.pages ?? 1)
        }
    }

    /// The held readings.
    static func held(_ connection: HubConnection, seat: String? = nil) async throws -> [HeldPage.Entry] {
        try await all { page in
            let found = try await connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: PageRequest(seat: seat, page: page)
            )
            return (found.readings, found.pages)
        }
    }

    /// A hub's models that a filter selects.
    static func peripherals(
        _ connection: HubConnection,
        hub: String,
        filter: PeripheralFilter = PeripheralFilter()
    ) async throws -> [PeripheralView] {
        try await all { page in
            var filter = filter
            // The first page has no number: a hub of an older version knows none.
            filter.page = page == 1 ? nil : page
            let found = try await connection.requests.call(ReaderTopics.supportedPeripherals, hub: hub, body: filter)
            return (found.peripherals, found.pages ?? 1)
        }
    }

    private static func all<Element>(
        _ ask: (Int) async throws -> (elements: [Element], pages: Int)
    ) async throws -> [Element] {
        var elements: [Element] = []
        var (page, pages) = (1, 1)
        while page <= pages {
            let found = try await ask(page)
            elements += found.elements
            pages = found.pages
            page += 1
        }
        return elements
    }
}

/// The presence of actors at the site, from their retained availability.
package struct SitePresence: Sendable {
    /// The availability of each actor's instances: `online`, `draining`, `offline`.
    private(set) var words: [String: [BusRole: [String: String]]] = [:]

    /// Knows no process.
    package init() {}

    /// The program's version of each actor's instances, as each told at its last start.
    private var programs: [String: [BusRole: [String: String]]] = [:]

    /// The versions that the processes of a hub run that are online; more than one in the middle of an update.
    package func versions(of hub: String) -> [String] {
        let running = (words[hub] ?? [:]).flatMap { role, instances in
            instances.filter { $0.value == Availability.online.rawValue }.map { (role, $0.key) }
        }
        return Set(running.compactMap { programs[hub]?[$0.0]?[$0.1] }).sorted()
    }

    /// All hubs that ever had an actor; the site itself does not count as a hub.
    var hubs: [String] { words.keys.filter { $0 != BusAddress.siteHub }.sorted() }

    /// The hubs that ever had an actor of a role.
    func hubs(with role: BusRole) -> [String] { words.filter { $0.value[role] != nil }.keys.sorted() }

    /// The availability of all instances by role and hub, offline ones included.
    var byRole: [BusRole: [String: [String]]] {
        var found: [BusRole: [String: [String]]] = [:]
        for (hub, roles) in words {
            for (role, instances) in roles { found[role, default: [:]][hub] = Array(instances.values) }
        }
        return found
    }

    /// Collects the retained availability.
    static func collect(_ connection: HubConnection) async throws -> SitePresence {
        let kept = try await KeptMessages.all([PresenceTopics.availability], over: connection.client)
        var presence = SitePresence()
        for message in kept.messages { presence.take(message) }
        return presence
    }

    /// Adds one message.
    package mutating func take(_ message: BusMessage) {
        guard let line = EventLine(message), line.levels.count == 8, line.levels[4] == "actor" else { return }
        let (role, instance) = (BusRole(rawValue: line.levels[5]), line.levels[6])
        switch line.levels[7] {
        case "availability":
            let word = String(decoding: message.payload, as: UTF8.self)
            words[line.hub, default: [:]][role, default: [:]][instance] = word
        case "info":
            // Absent is nil: a cleared state has no version.
            let info = try? Envelope<ActorInfo>.decode(message.payload).data
            programs[line.hub, default: [:]][role, default: [:]][instance] = info?.version
        default: break
        }
    }
}

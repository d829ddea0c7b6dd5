internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Converts messages on the bus to inputs of the model.
enum HomeFeed {
    /// The relevant processes: those that publish values or plans, or define a hub's abilities.
    private static let processes: Set<String> = Set(
        [BusRole.sessionManager, .deviceReader, .bleScanner, .healthImporter, .page].map(\.rawValue)
    )

    /// The topics followed at all hubs.
    static let topics: [TopicDescriptor] =
        SiteDevice.events.compactMap { event in Contract.topics.first { $0.template == "event/\(event)" } } + [
            ScannerTopics.peripheralSighted.descriptor, ScannerTopics.peripheralLost.descriptor,
            ScannerTopics.adapterState.descriptor, ReaderTopics.passkeyRequested.descriptor,
            SessionEvents.queueState.descriptor, SessionEvents.vital.descriptor, PresenceTopics.availability,
            SessionEvents.sessionState.descriptor, PageTopics.dueState.descriptor,
        ]

    /// The field that all events of a seat share.
    private struct OfSeat: Codable, Sendable {
        let seat: String?
    }

    /// The input in a message of the contract; nil if it is unreadable or irrelevant.
    static func input(_ message: BusMessage) -> HomeInput? {
        let levels = message.levels
        guard levels.count >= 6 else { return nil }
        let payload = message.payload
        switch (levels[4], levels.count) {
        case ("event", 6): return event(levels[5], hub: levels[3], payload: payload)
        case ("state", 6) where levels[5] == "adapter":
            return data(payload, of: levels[3], at: \AdapterState.hub, as: HomeInput.adapter)
        case ("state", 6) where levels[5] == "queue": return data(payload, as: HomeInput.queue)
        case ("state", 7) where levels[5] == "session":
            // Absent is nil: a cleared topic is empty, and an unreadable message names no session.
            return .session((try? Envelope<SessionState>.decode(payload).data)?.sessionID, seat: levels[6])
        case ("state", 7) where levels[5] == "due":
            // Absent is nil, as above.
            return .due(try? Envelope<DueState>.decode(payload).data, seat: levels[6])
        case ("vitals", 7):
            // Absent is nil: a cleared topic is empty, and an unreadable message is not a value.
            let value = try? Envelope<SharedValue>.decode(payload).data
            return .vital(seat: levels[5], metric: levels[6], hub: value?.hub)
        case ("actor", 8) where levels[7] == "availability" && processes.contains(levels[5]):
            let word = String(decoding: payload, as: UTF8.self)
            guard word.isEmpty || Availability(rawValue: word) != nil,
                // Absent is nil: the name is not a process's.
                let address = try? BusAddress(site: levels[2], hub: levels[3], actor: levels[5], instance: levels[6])
            else { return nil }
            return .process(address, Availability(rawValue: word))
        default: return nil
        }
    }

    private static func event(_ name: String, hub: String, payload: [UInt8]) -> HomeInput? {
        switch name {
        case ScannerTopics.peripheralSighted.descriptor.name:
            return data(payload, of: hub, at: \PeripheralSighted.hub, as: HomeInput.sighted)
        case ScannerTopics.peripheralLost.descriptor.name:
            return data(payload, of: hub, at: \PeripheralLost.hub, as: HomeInput.lost)
        case ReaderTopics.passkeyRequested.descriptor.name:
            return data(payload, of: hub, at: \PasskeyRequested.hub, as: HomeInput.asked)
        default:
            // Absent is nil: an unreadable message is not an event.
            guard let envelope = try? Envelope<OfSeat>.decode(payload) else { return nil }
            return .event(HomeEvent(id: envelope.id, name: name, hub: hub, seat: envelope.data.seat))
        }
    }

    /// An input of a hub; nil if the content names another hub than the topic, which alone proves the sender.
    private static func data<Payload: Codable & Sendable>(
        _ payload: [UInt8],
        of hub: String,
        at name: KeyPath<Payload, String>,
        as input: (Payload) -> HomeInput
    ) -> HomeInput? {
        // Absent is nil: an unreadable message gives no input.
        guard let found = (try? Envelope<Payload>.decode(payload))?.data, found[keyPath: name] == hub else {
            return nil
        }
        return input(found)
    }

    private static func data<Payload: Codable & Sendable>(
        _ payload: [UInt8],
        as input: (Payload) -> HomeInput
    ) -> HomeInput? {
        // Absent is nil: an unreadable message gives no input.
        (try? Envelope<Payload>.decode(payload)).map { input($0.data) }
    }

    /// A person's action in Home Assistant; nil for other topics, and for retained messages, which are not new actions.
    ///
    /// - Parameter id: The id of the request that it may start.
    static func command(_ message: BusMessage, site: String, id: String) -> HomeInput? {
        let levels = message.levels
        guard !message.retain, message.payload.count <= 256, levels.count == 6, levels[2] == site, levels[4] == "set",
            let control = HomeControl(rawValue: levels[5])
        else { return nil }
        let text = String(decoding: message.payload, as: UTF8.self)
        return .command(place: levels[3], control: control, text: text, id: id)
    }
}

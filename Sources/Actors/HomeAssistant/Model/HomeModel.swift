internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The model of a site as shown in Home Assistant, with the effects of its controls; pure.
struct HomeModel {
    /// The number of recent events remembered, so that a repeat is published only once.
    private static let rememberedEvents = 256
    /// The largest number of seats, because each selection's document lists all of them.
    private static let seatLimit = 400

    private(set) var place: HomePlace
    private(set) var shown: Set<String> = []
    private(set) var hubs: [String: HomeHub] = [:]
    private(set) var queue: QueueState?
    var desk = HeldChoice()
    /// The result of the last action for the site.
    private(set) var note = ""
    private var seats: Set<String> = []
    private var lastHub: [String: String] = [:]
    private var assigned: [DeviceID: Set<String>] = [:]
    private var events: [String] = []
    /// The due measurements of each seat.
    private var due = HomeDue()
    /// The metrics measured at each seat.
    private var known: [String: Set<String>] = [:]

    /// The meters of each hub that an earlier run showed, because a meter in a drawer keeps its sensor.
    private var hadMeters: [String: [DeviceID: String]] = [:]

    init(_ place: HomePlace) { self.place = place }

    /// Handles an input.
    ///
    /// - Returns: The actions to carry out.
    mutating func take(_ input: HomeInput) -> [HomeOutput] {
        switch input {
        case .process(let address, let word): note(address, word: word)
        case .vital(let seat, let metric, let hub): note(seat: seat, metric: metric, hub: hub)
        case .session(let session, let seat): due.take(session: session, of: seat)
        case .due(let state, let seat): due.take(state, of: seat)
        case .hadValues(let seat, let metrics): known[seat, default: []].formUnion(metrics)
        case .hadMeters(let hub, let meters): hadMeters[hub] = meters
        case .seats(let shown, let all):
            (self.shown, seats) = (shown, all)
            forgetChoices()
        case .adapter(let state): hubs[state.hub]?.adapter = state
        case .queue(let state):
            let last = queue?.held
            queue = state
            if last != state.held { return [.lookAtHeld] }
        case .sighted(let sighting): hubs[sighting.hub]?.note(sighting)
        case .lost(let loss): hubs[loss.hub]?.lose(loss.device)
        case .assigned(let devices): assigned = devices
        case .held(let entries, let isAll): desk.take(entries, isAll: isAll)
        case .event(let event): return note(event)
        case .command(let place, let control, let text, let id):
            return command(control, at: place, text: text, id: id)
        case .asked(let question):
            if let words = hubs[question.hub]?.work?.take(question) { say(words, at: question.hub) }
        case .done(let place, let words, let id):
            if let id, hubs[place]?.work?.request == id { hubs[place]?.work = nil }
            say(words, at: place)
        case .notCancelled(let id, let hub):
            if hubs[hub]?.work?.request == id { return [.cancel(id, hub: hub)] }
        }
        return []
    }

    /// Updates pages and hubs: a hub is known while one of its processes has a retained availability.
    private mutating func note(_ address: BusAddress, word: Availability?) {
        if address.actor == BusRole.page.rawValue { return due.take(address, word: word) }
        if address.hub == BusAddress.siteHub {
            if address.actor == BusRole.sessionManager.rawValue, word != nil { place.sessionManager = address }
            return
        }
        hubs[address.hub, default: HomeHub()].processes[address] = word
        if hubs[address.hub]?.processes.isEmpty ?? false { hubs[address.hub] = nil }
    }

    private mutating func note(seat: String, metric: String, hub: String?) {
        guard let hub else { return }
        // A sensor stays after its value is cleared, and then shows an unknown value.
        known[seat, default: []].insert(metric)
        lastHub[seat] = hub
    }

    private mutating func note(_ event: HomeEvent) -> [HomeOutput] {
        guard !events.contains(event.id) else { return [] }
        events = events.suffix(Self.rememberedEvents - 1) + [event.id]
        var outputs: [HomeOutput] = SiteDevice.events.contains(event.name) ? [.tell(event)] : []
        switch event.name {
        case SessionEvents.readingHeld.descriptor.name: outputs.append(.lookAtHeld)
        case ReaderTopics.didPairPeripheral.descriptor.name: outputs.append(.lookAtDevices)
        default: break
        }
        return outputs
    }

    private mutating func say(_ words: String, at place: String) {
        // Home Assistant limits states to 255 characters.
        let words = String(words.prefix(200))
        if place == BusAddress.siteHub { note = words } else { hubs[place]?.note = words }
    }

    private mutating func forgetChoices() {
        if let who = desk.who, !shown.contains(who) { desk.who = nil }
        for hub in hubs.keys {
            if let seat = hubs[hub]?.seat, !shown.contains(seat) { hubs[hub]?.seat = nil }
        }
    }
}

// MARK: - Actions

extension HomeModel {
    private mutating func command(_ control: HomeControl, at place: String, text: String, id: String) -> [HomeOutput] {
        guard place == BusAddress.siteHub else { return command(control, of: place, text: text, id: id) }
        do {
            switch control {
            case .who: desk.who = shown.contains(text) ? text : nil
            case .when: try desk.choose(time: text)
            case .confirm: return [.confirm(try desk.confirmation())]
            case .discard: return [.discard(try desk.dismissal())]
            case .meter, .seat, .pair, .read, .cancel, .passkey: break
            }
        } catch {
            note = error.words
        }
        return []
    }

    private mutating func command(_ control: HomeControl, of hub: String, text: String, id: String) -> [HomeOutput] {
        guard var known = hubs[hub] else { return [] }
        defer { hubs[hub] = known }
        do {
            switch control {
            case .meter: known.choose(text, among: names(of: known))
            case .seat: known.seat = shown.contains(text) ? text : nil
            case .cancel: return [.cancel(try known.running().request, hub: hub)]
            case .passkey:
                var work = try known.running()
                defer { known.work = work }
                let answer = try work.answer(text)
                known.note = "the digits were sent"
                return [.answer(answer, hub: hub)]
            case .pair: return [.pair(try known.pairing(id: id), hub: hub, id: id)]
            case .read: return [.read(try known.reading(id: id), hub: hub, id: id)]
            case .who, .when, .confirm, .discard: break
            }
        } catch {
            known.note = error.words
        }
        return []
    }
}

// MARK: - Output

extension HomeModel {
    /// All devices, parents first.
    var devices: [HomeDevice] {
        let seats = Array(shown.sorted().prefix(Self.seatLimit))
        let site = SiteDevice(place: place, seats: seats).device
        return [site] + hubs.sorted { $0.key < $1.key }.map { device($0.value, hub: $0.key, seats: seats) }
            + seats.map { seat in
                // The hub that measured last may be forgotten by now.
                let hub = lastHub[seat].flatMap { hubs[$0] == nil ? nil : $0 }
                return SeatDevice(place: place, seat: seat)
                    .device(known[seat] ?? [], hub: hub ?? (hubs.count == 1 ? hubs.keys.first : nil))
            }
    }

    private func device(_ hub: HomeHub, hub name: String, seats: [String]) -> HomeDevice {
        let names = names(of: hub)
        let meters = names.merging(hadMeters[name] ?? [:]) { now, _ in now }.filter { assigned[$0.key] != nil }
        return HubDevice(
            place: place,
            hub: name,
            reader: hub.process(.deviceReader),
            hasScanner: hub.process(.bleScanner) != nil,
            choices: names.values.sorted(),
            seats: seats,
            meters: meters.map { HubDevice.Meter(key: HomeNames.id($0.key.description), name: $0.value) }
                .sorted { $0.key < $1.key }.prefix(HomeHub.deviceLimit).map(\.self)
        ).device
    }

    /// The names of a hub's meters: the model, and enough of the id to be unique.
    private func names(of hub: HomeHub) -> [DeviceID: String] {
        hub.names { PeripheralCatalogue.standard.peripheral(id: $0)?.name }
    }

    /// The state messages by place.
    var states: [String: JSONValue] {
        var states = [BusAddress.siteHub: siteState]
        for seat in shown.sorted().prefix(Self.seatLimit) { states[HomeNames.place(seat: seat)] = due.json(of: seat) }
        for (name, hub) in hubs { states[name] = hub.state(names: names(of: hub), assigned: Set(assigned.keys)) }
        return states
    }

    private var siteState: JSONValue {
        let paused = queue?.paused != nil
        let nothing = place.version.hasDateTime ? "None" : ""
        return .object([
            "held": .number(Decimal(desk.total(queue?.held))),
            "reading": .string(desk.words(showsValues: !seats.isEmpty && seats.isSubset(of: shown))),
            "who": .string(desk.who ?? HomeNames.nobody), "when": .string(desk.timeText ?? nothing),
            "waiting": .number(Decimal(Int.clampedSum(queue?.pending ?? 0, queue?.leased ?? 0))),
            "rejected": .number(Decimal(queue?.rejected ?? 0)),
            "paused": .string(paused ? HomeComponent.problem : HomeComponent.fine), "note": .string(note),
        ])
    }
}

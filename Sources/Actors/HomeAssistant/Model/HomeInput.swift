internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// An input to the model.
enum HomeInput: Sendable {
    /// A process's availability; nil if the topic was cleared.
    case process(BusAddress, Availability?)
    /// A seat's value was published; the hub is nil if the value was cleared.
    case vital(seat: String, metric: String, hub: String?)
    /// The running session of a seat; nil without one.
    case session(String?, seat: String)
    /// What the plan of a seat's person asks for; nil if the topic was cleared.
    case due(DueState?, seat: String)
    /// The metrics of a seat that an earlier run showed.
    case hadValues(seat: String, metrics: Set<String>)
    /// The named meters of a hub that an earlier run showed.
    case hadMeters(hub: String, meters: [DeviceID: String])
    /// The seats whose values Home Assistant reads, and all seats of the site.
    case seats(shown: Set<String>, all: Set<String>)
    /// The state of a hub's radio.
    case adapter(AdapterState)
    /// The state of the queue.
    case queue(QueueState)
    /// A device was sighted.
    case sighted(PeripheralSighted)
    /// A device fell silent.
    case lost(PeripheralLost)
    /// The present assignments of devices.
    case assigned([DeviceID: Set<String>])
    /// The first page of the held readings, and whether it is complete.
    case held([HeldPage.Entry], isAll: Bool)
    /// An event.
    case event(HomeEvent)
    /// A person used a control; the id is that of the request it may start.
    case command(place: String, control: HomeControl, text: String, id: String)
    /// A pairing requests digits.
    case asked(PasskeyRequested)
    /// The result of a call, which ends the reading or pairing with this id.
    case done(place: String, words: String, id: String?)
    /// The hub did not know the request to cancel yet, or no longer knows it.
    case notCancelled(String, hub: String)
}

/// An event for Home Assistant, which never contains a value.
struct HomeEvent: Sendable, Hashable {
    let id: String
    let name: String
    let hub: String
    let seat: String?

    /// The message for the event entity.
    var json: JSONValue {
        .object([
            "event_type": .string(name), "hub": .string(hub), "seat": seat.map(JSONValue.string) ?? .null,
            "id": .string(id),
        ])
    }
}

/// An action that the model requests.
enum HomeOutput: Sendable, Hashable {
    /// Publish an event to Home Assistant.
    case tell(HomeEvent)
    /// Query the held readings, which may have changed.
    case lookAtHeld
    /// Query the assignments of devices, which may have changed.
    case lookAtDevices
    /// Confirm a held reading.
    case confirm(ConfirmReading)
    /// Discard a held reading.
    case discard(DiscardReading)
    /// Pair a device at a hub, with this request id.
    case pair(PairPeripheral, hub: String, id: String)
    /// Read a device at a hub, with this request id.
    case read(ReadPeripheral, hub: String, id: String)
    /// Cancel the request with this id at a hub.
    case cancel(String, hub: String)
    /// Send the requested digits to a pairing.
    case answer(AnswerPasskey, hub: String)
}

internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// What the model is told.
enum HomeInput: Sendable {
    /// A process said whether it is there; nil where its word was taken back.
    case process(BusAddress, Availability?)
    /// A value of a seat stands on the bus; nil where it was taken back.
    case vital(seat: String, metric: String, hub: String?)
    /// An earlier run showed these metrics of a seat.
    case hadValues(seat: String, metrics: Set<String>)
    /// An earlier run showed these meters of a hub, each with its name.
    case hadMeters(hub: String, meters: [DeviceID: String])
    /// The seats whose values Home Assistant reads, and all seats of the site.
    case seats(shown: Set<String>, all: Set<String>)
    /// A hub's radio.
    case adapter(AdapterState)
    /// The queue.
    case queue(QueueState)
    /// A device is in sight.
    case sighted(PeripheralSighted)
    /// A device is silent.
    case lost(PeripheralLost)
    /// Whose the devices are now.
    case assigned([DeviceID: Set<String>])
    /// The first page of the held readings, and whether these are all.
    case held([HeldPage.Entry], isAll: Bool)
    /// Something happened.
    case event(HomeEvent)
    /// Somebody pressed, chose or typed; what it begins has the id.
    case command(place: String, control: HomeControl, text: String, id: String)
    /// A pairing asks for digits.
    case asked(PasskeyRequested)
    /// What came of a call; the reading or pairing of the id has ended with it.
    case done(place: String, words: String, id: String?)
    /// The hub knew nothing yet, or nothing any more, of what it was to cancel.
    case notCancelled(String, hub: String)
}

/// What happened, as Home Assistant is told: never a value.
struct HomeEvent: Sendable, Hashable {
    let id: String
    let name: String
    let hub: String
    let seat: String?

    /// The message of the event's entity.
    var json: JSONValue {
        .object([
            "event_type": .string(name), "hub": .string(hub), "seat": seat.map(JSONValue.string) ?? .null,
            "id": .string(id),
        ])
    }
}

/// What the model wants done.
enum HomeOutput: Sendable, Hashable {
    /// Home Assistant is told of an event.
    case tell(HomeEvent)
    /// What is held may have changed.
    case lookAtHeld
    /// Whose the devices are may have changed.
    case lookAtDevices
    /// A held reading gets an owner.
    case confirm(ConfirmReading)
    /// A held reading goes.
    case discard(DiscardReading)
    /// A hub pairs a device, by a request of this id.
    case pair(PairPeripheral, hub: String, id: String)
    /// A hub reads a device, by a request of this id.
    case read(ReadPeripheral, hub: String, id: String)
    /// A hub ends what a request of this id began.
    case cancel(String, hub: String)
    /// A pairing gets the digits that it asked for.
    case answer(AnswerPasskey, hub: String)
}

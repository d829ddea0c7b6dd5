internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// The addresses used in documents: the site, its processes, and the version of Home Assistant.
struct HomePlace: Sendable, Hashable {
    /// This process.
    let address: BusAddress
    /// The oldest version of Home Assistant that must read the documents.
    let version: HomeVersion
    /// The session manager's address.
    var sessionManager: BusAddress

    /// Derives the addresses of a site.
    ///
    /// - Throws: `BusError` `invalidTopic`; never for the address of a running process.
    init(_ address: BusAddress, version: HomeVersion) throws {
        (self.address, self.version) = (address, version)
        sessionManager = try BusAddress(
            site: address.site,
            hub: BusAddress.siteHub,
            actor: BusRole.sessionManager.rawValue,
            instance: "main"
        )
    }

    /// The site.
    var site: String { address.site }

    /// The state topic of a hub or of the site.
    func state(_ place: String = BusAddress.siteHub) -> String { HomeAssistantTopics.state(site, place: place) }

    /// The command topic of a control.
    func command(_ control: HomeControl, at place: String = BusAddress.siteHub) -> String {
        HomeAssistantTopics.command(site, place: place, control: control.rawValue)
    }

    /// A button, selection or text field whose value is a member of the place's state.
    func control(_ control: HomeControl, name: String, at place: String = BusAddress.siteHub) -> HomeComponent {
        switch control {
        case .confirm, .discard, .pair, .read, .cancel:
            HomeComponent("button", key: control.rawValue, name: name)
                .with("cmd_t", text: command(control, at: place)).with("pl_prs", text: HomeComponent.press)
        case .who, .meter, .seat:
            HomeComponent("select", key: control.rawValue, name: name)
                .with("cmd_t", text: command(control, at: place))
                .state(state(place), template: "{{ value_json.\(control.rawValue) }}")
        case .passkey:
            // The field stays empty, because the input is only for the meter. It accepts seven characters, as people
            // type a gap.
            HomeComponent("text", key: control.rawValue, name: name)
                .with("cmd_t", text: command(control, at: place)).with("max", json: .number(Decimal(7)))
                .state(state(place), template: "{{ '' }}")
        case .when:
            HomeComponent(version.hasDateTime ? "datetime" : "text", key: control.rawValue, name: name)
                .with("cmd_t", text: command(control, at: place))
                .state(state(place), template: "{{ value_json.\(control.rawValue) }}")
        }
    }
}

extension HomePlace {
    /// The sensor with the result of the last action at a hub or at the site.
    func lastAction(at place: String = BusAddress.siteHub) -> HomeComponent {
        HomeComponent("sensor", key: "last_action", name: "Last action")
            .state(state(place), template: "{{ value_json.note }}").diagnostic
    }
}

/// The controls to press, select or type in.
enum HomeControl: String, CaseIterable, Sendable {
    /// The person of the held reading, and its time of measurement.
    case who, when
    /// The decision about the held reading.
    case confirm, discard
    /// The meter and the seat that a hub works with.
    case meter, seat
    /// The actions of a hub with the meter and seat.
    case pair, read, cancel
    /// The passkey for a pairing.
    case passkey
}

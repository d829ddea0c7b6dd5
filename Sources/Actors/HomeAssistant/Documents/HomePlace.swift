internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Where things are, for whoever writes documents: the site, its processes, and the version that reads.
struct HomePlace: Sendable, Hashable {
    /// This process.
    let address: BusAddress
    /// The oldest version of Home Assistant that reads the documents.
    let version: HomeVersion
    /// The session manager.
    var sessionManager: BusAddress

    /// Names the places of a site.
    ///
    /// - Throws: `BusError` `invalidTopic`, never for the address of a process that runs.
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

    /// The topic of what is so at a hub, or at the site.
    func state(_ place: String = BusAddress.siteHub) -> String { HomeAssistantTopics.state(site, place: place) }

    /// The topic of a control.
    func command(_ control: HomeControl, at place: String = BusAddress.siteHub) -> String {
        HomeAssistantTopics.command(site, place: place, control: control.rawValue)
    }

    /// A button, a choice or a text field whose value is a member of the place's state.
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
            // It shows nothing: what was typed is for the meter alone. The seventh sign is the gap that people type.
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
    /// What came of the last thing that was pressed at a hub, or at the site.
    func lastAction(at place: String = BusAddress.siteHub) -> HomeComponent {
        HomeComponent("sensor", key: "last_action", name: "Last action")
            .state(state(place), template: "{{ value_json.note }}").diagnostic
    }
}

/// What can be pressed, chosen or typed.
enum HomeControl: String, CaseIterable, Sendable {
    /// Whose the held reading is, and when it was measured.
    case who, when
    /// Decides about the held reading.
    case confirm, discard
    /// The meter and the seat that a hub works with.
    case meter, seat
    /// What a hub does with them.
    case pair, read, cancel
    /// The digits that a pairing asks for.
    case passkey
}

internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteRecords

extension AccessPlace {
    /// The account that `up --home-assistant` makes.
    static let homeAssistant = BusRole.homeAssistant.rawValue

    /// Makes Home Assistant's account where the site has none, with the values of all its seats.
    ///
    /// - Returns: The words for people; none where there is one already.
    /// - Throws: ``CommandFailure``, ``SiteError`` where an account of that name is another program's.
    func ensureHomeAssistant() throws -> [String] {
        guard try !access.accounts().contains(where: { $0.homeAssistant == true }) else { return [] }
        let seats = try plan.seatsByHub().values.joined().sorted()
        let lines = try add(
            { password in
                try AccessAccount(
                    Self.homeAssistant,
                    role: .integration,
                    values: seats,
                    homeAssistant: true,
                    password: password,
                    added: Date()
                )
            },
            passwordFile: nil
        )
        return try lines + homeAssistantSteps(Self.homeAssistant)
    }

    /// What a person does in Home Assistant with an account.
    func homeAssistantSteps(_ name: String) throws -> [String] {
        let record = try access.record()
        let isShown = plan.homeAssistant
        let more =
            isShown
            ? [] : ["the process home-assistant shows it the site: 'vitalbus up --home-assistant', or its systemd unit"]
        let local =
            record.isLocal
            ? ["another machine reaches the broker after 'vitalbus access set --address ADDRESS'"] : []
        return more + local + [
            "in Home Assistant: Settings, Devices & services, Add integration, MQTT: broker \(record.address), port \(record.port), user \(name), the password above, MQTT version 5. Broker certificate validation: Custom, with the authority's file above"
        ]
    }
}

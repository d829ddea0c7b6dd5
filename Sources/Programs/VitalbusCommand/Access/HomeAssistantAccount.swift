internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteAuthority

extension AccessPlace {
    /// The name of the account that `up --home-assistant` creates.
    static let homeAssistant = BusRole.homeAssistant.rawValue

    /// Creates Home Assistant's account, with access to all seats, unless the site has one.
    ///
    /// - Returns: The lines to print; empty if the account already exists.
    /// - Throws: ``CommandFailure``, ``SiteError`` if the account's name belongs to another program.
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

    /// The steps in Home Assistant to use an account.
    func homeAssistantSteps(_ name: String) throws -> [String] {
        let record = try access.record()
        let isShown = plan.homeAssistant
        let more =
            isShown
            ? []
            : [
                "the process home-assistant publishes the site to it: 'vitalbus up --home-assistant', or its systemd unit"
            ]
        let local =
            record.isLocal
            ? ["other machines can reach the broker after 'vitalbus access set --address ADDRESS'"] : []
        return more + local + [
            "in Home Assistant: Settings, Devices & services, Add integration, MQTT: broker \(record.address), port \(record.port), user \(name), the password above, MQTT version 5. Broker certificate validation: Custom, with the authority's file above"
        ]
    }
}

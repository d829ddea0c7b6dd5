internal import MessageBus

/// The topics that `home-assistant` and Home Assistant share: beside the contract, for their payloads are the other program's.
///
/// Formats: https://www.home-assistant.io/integrations/mqtt, read in its sources of 2025.4, 2026.2 and 2026.11. States and commands lie
/// under a root of their own; a place is a hub, or `site`.
public enum HomeAssistantTopics {
    /// Where Home Assistant says that it is there, with its own settings left as they are.
    public static let birth = "homeassistant/status"
    /// The word that it says then.
    public static let born = "online"

    /// Where Home Assistant looks for devices, with its own settings left as they are.
    public static let standardPrefix = "homeassistant"

    /// Whether a text can be the prefix: one level of letters, digits, `_` and `-`, 64 characters at most, and none of this site's own.
    public static func isPrefix(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text != "vitalbus"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }

    /// The level that stands for a site among everybody's devices.
    public static func node(_ site: String) -> String { "vitalbus_\(site)" }

    /// What a device is.
    ///
    /// - Parameter prefix: Where Home Assistant looks for devices.
    public static func discovery(_ site: String, device: String, prefix: String = standardPrefix) -> String {
        "\(prefix)/device/\(node(site))/\(device)/config"
    }

    /// What is so at a place.
    public static func state(_ site: String, place: String) -> String { "vitalbus/home/\(site)/\(place)/state" }

    /// What happens at a place; never retained.
    public static func event(_ site: String, place: String) -> String { "vitalbus/home/\(site)/\(place)/event" }

    /// What somebody chose or pressed.
    public static func command(_ site: String, place: String, control: String) -> String {
        "vitalbus/home/\(site)/\(place)/set/\(control)"
    }

    /// The rights of the process, and of Home Assistant's account; none for anybody else.
    ///
    /// - Parameter prefix: Where Home Assistant looks for devices.
    static func rules(for member: Roster.Member, prefix: String) -> [AccessRule] {
        let site = member.address.site
        let shown = [state(site, place: "+"), event(site, place: "+")]
        let command = command(site, place: "+", control: "+")
        if member.role == .homeAssistant {
            let devices = discovery(site, device: "+", prefix: prefix)
            // It reads its own words again: what an earlier run left goes.
            return ([devices] + shown).map { AccessRule(.publish, pattern: $0) }
                + [devices, shown[0], command, birth].map { AccessRule(.subscribe, pattern: $0) }
        }
        guard member.role == .integration, member.scope?.isHomeAssistant ?? false else { return [] }
        // It looks for devices of every kind by filters of its own.
        return (["\(prefix)/#"] + shown).map { AccessRule(.subscribe, pattern: $0) }
            + [command, birth].map { AccessRule(.publish, pattern: $0) }
    }
}

internal import MessageBus

/// The topics that `home-assistant` and Home Assistant share.
///
/// They are outside the contract: Home Assistant defines their payloads.
///
/// Formats: https://www.home-assistant.io/integrations/mqtt, checked against its sources 2025.4, 2026.2 and 2026.11.
/// States and commands have their own root; a place is a hub, or `site`.
public enum HomeAssistantTopics {
    /// Where Home Assistant announces that it is online, by default.
    public static let birth = "homeassistant/status"
    /// The payload of that announcement.
    public static let born = "online"

    /// Where Home Assistant looks for devices, by default.
    public static let standardPrefix = "homeassistant"

    /// Whether a text is a valid prefix: one level of letters, digits, `_` and `-`, at most 64 characters, and not one
    /// of this site's own topics.
    public static func isPrefix(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text != "vitalbus"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }

    /// The topic level that names a site among all of Home Assistant's devices.
    public static func node(_ site: String) -> String { "vitalbus_\(site)" }

    /// The description of a device.
    ///
    /// - Parameter prefix: The topic prefix where Home Assistant looks for devices.
    public static func discovery(_ site: String, device: String, prefix: String = standardPrefix) -> String {
        "\(prefix)/device/\(node(site))/\(device)/config"
    }

    /// The state of a place.
    public static func state(_ site: String, place: String) -> String { "vitalbus/home/\(site)/\(place)/state" }

    /// An event at a place; never retained.
    public static func event(_ site: String, place: String) -> String { "vitalbus/home/\(site)/\(place)/event" }

    /// A person's choice or press.
    public static func command(_ site: String, place: String, control: String) -> String {
        "vitalbus/home/\(site)/\(place)/set/\(control)"
    }

    /// The rights of the process and of Home Assistant's account; empty for all others.
    ///
    /// - Parameter prefix: The topic prefix where Home Assistant looks for devices.
    static func rules(for member: Roster.Member, prefix: String) -> [AccessRule] {
        let site = member.address.site
        let shown = [state(site, place: "+"), event(site, place: "+")]
        let command = command(site, place: "+", control: "+")
        if member.role == .homeAssistant {
            let devices = discovery(site, device: "+", prefix: prefix)
            // It subscribes to its own topics to remove what an earlier run left.
            return ([devices] + shown).map { AccessRule(.publish, pattern: $0) }
                + [devices, shown[0], command, birth].map { AccessRule(.subscribe, pattern: $0) }
        }
        guard member.role == .integration, member.scope?.isHomeAssistant ?? false else { return [] }
        // It looks for devices of every kind, with one filter for each.
        return (["\(prefix)/#"] + shown).map { AccessRule(.subscribe, pattern: $0) }
            + [command, birth].map { AccessRule(.publish, pattern: $0) }
    }
}

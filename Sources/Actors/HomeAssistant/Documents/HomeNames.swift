internal import BusContract
internal import VitalRecords

/// The ids and names shown in Home Assistant.
enum HomeNames {
    /// The option that selects nothing.
    static let nobody = "–"

    /// A text as part of an id; Home Assistant's ids allow neither `-` nor other special characters.
    static func id(_ text: String) -> String {
        String(text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The id of the device that represents the site.
    static func site(_ site: String) -> String { HomeAssistantTopics.node(site) + "_site" }

    /// The id of a hub's device.
    ///
    /// Names of hubs and seats may contain `-` but never `_`, so no two ids are the same.
    static func hub(_ site: String, hub: String) -> String { "\(HomeAssistantTopics.node(site))_hub_\(hub)" }

    /// The id of a seat's device; it belongs to the site, regardless of which hub measures it.
    static func seat(_ site: String, seat: String) -> String { "\(HomeAssistantTopics.node(site))_seat_\(seat)" }

    /// The place in the topic of a seat's state; no hub has this name, because ids never contain `_`.
    static func place(seat: String) -> String { "seat_\(seat)" }

    /// A metric's name for people, such as `Body temperature`.
    static func title(_ metric: String) -> String {
        let words = metric.split(separator: "_").map { acronyms[String($0)] ?? String($0) }
        guard let first = words.first else { return metric }
        let opening = first.prefix(1).uppercased() + first.dropFirst()
        return ([opening] + words.dropFirst()).joined(separator: " ")
    }

    private static let acronyms = [
        "spo2": "SpO2", "bmi": "BMI", "hdl": "HDL", "ldl": "LDL", "fev1": "FEV1", "fev6": "FEV6", "fvc": "FVC",
        "pef": "PEF", "fef": "FEF", "fet": "FET", "vo2": "VO2", "rem": "REM", "hba1c": "HbA1c", "avg": "average",
        "min": "lowest", "max": "highest",
    ]
}

/// A version of Home Assistant, which limits the features that a document may use.
struct HomeVersion: Sendable, Hashable, Comparable {
    /// The oldest supported version.
    static let oldest = HomeVersion(year: 2025, month: 4)

    let year: Int
    let month: Int

    /// Creates a version.
    init(year: Int, month: Int) { (self.year, self.month) = (year, month) }

    /// Parses a version like `2026.2` or `2026.2.3`; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(parts.count), let year = parts[0], let month = parts[1],
            (2000...2999).contains(year), (1...12).contains(month), parts.count == 2 || parts[2] != nil
        else { return nil }
        self.init(year: year, month: month)
    }

    static func < (one: Self, other: Self) -> Bool { (one.year, one.month) < (other.year, other.month) }

    /// Whether it knows a device class; an unknown class makes it refuse the whole entity.
    func knows(deviceClass: String) -> Bool {
        deviceClass != "temperature_delta" || self >= HomeVersion(year: 2026, month: 2)
    }

    /// Whether it has an entity to choose a time; older versions use a text field.
    var hasDateTime: Bool { self >= HomeVersion(year: 2026, month: 11) }

    /// Whether it supports devices that are part of another one (`child_devices`).
    var hasParts: Bool { self >= HomeVersion(year: 2026, month: 11) }
}

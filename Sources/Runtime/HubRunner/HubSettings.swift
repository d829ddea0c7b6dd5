internal import ActorRuntime
internal import Files
internal import FoundationEssentials
internal import MessageBus

/// The flags and answers given to `vitalbus up`, kept in the state directory for the next start.
public struct HubSettings: Codable, Sendable, Hashable {
    /// The word that clears a stored URL or address, or disables the configuration file or the page.
    public static let nothing = ConfigurationSources.noFile

    /// The site's id.
    public var site: String?
    /// The hub's id.
    public var hub: String?
    /// The part of the site's processes that runs here; nil for all.
    public var part: HubPlan.Part?
    /// The seats that the hub measures.
    public var seats: [String]?
    /// Whether the hub serves only one person.
    public var solo: Bool?
    /// The number of uploaders.
    public var uploaders: Int?
    /// The number of OCR workers.
    public var ocrWorkers: Int?
    /// The configuration file, or ``nothing``.
    public var config: String?
    /// Whether the hub has a radio.
    public var radio: Bool?
    /// The D-Bus address of BlueZ.
    public var busAddress: String?
    /// The page's address, or ``nothing``.
    public var page: String?
    /// Whether to publish the site for Home Assistant.
    public var homeAssistant: Bool?
    /// The base URL of the Inform API.
    public var informURL: String?
    /// The base URL of the legacy API.
    public var legacyURL: String?
    /// The base URL of a FHIR server.
    public var fhirURL: String?
    /// Whether measured values may appear in events.
    public var shareValues: Bool?
    /// More configuration, by actor and key.
    public var settings: [String: [String: String]]?

    /// Creates empty settings.
    public init() {}

    /// These settings, replaced by the given ones; ``nothing`` clears a setting.
    public func updated(by given: HubSettings) -> HubSettings {
        var new = self
        new.site = given.site ?? site
        new.hub = given.hub ?? hub
        new.part = given.part ?? part
        new.seats = given.seats ?? seats
        new.solo = given.solo ?? solo
        new.uploaders = given.uploaders ?? uploaders
        new.ocrWorkers = given.ocrWorkers ?? ocrWorkers
        // The choice of no file is stored, because there may be a file in a default place.
        new.config = given.config ?? config
        new.radio = given.radio ?? radio
        new.busAddress = Self.kept(given.busAddress, last: busAddress)
        // The choice of no page is stored, because the default is to serve one.
        new.page = given.page ?? page
        new.homeAssistant = given.homeAssistant ?? homeAssistant
        new.informURL = Self.kept(given.informURL, last: informURL)
        new.legacyURL = Self.kept(given.legacyURL, last: legacyURL)
        new.fhirURL = Self.kept(given.fhirURL, last: fhirURL)
        new.shareValues = given.shareValues ?? shareValues
        let own = given.settings ?? [:]
        new.settings = (settings ?? [:]).merging(own) { $0.merging($1) { $1 } }
        if new.settings == [:] { new.settings = nil }
        return new
    }

    private static func kept(_ given: String?, last: String?) -> String? {
        given == nothing ? nil : given ?? last
    }

    /// The settings as equivalent flags.
    public var flags: [String] {
        var flags: [String] = []
        func add(_ name: String, value: (some CustomStringConvertible)?) {
            if let value { flags.append("--\(name) \(value)") }
        }
        add("site", value: site)
        add("hub", value: hub)
        for seat in seats ?? [] { add("seat", value: seat) }
        if let solo { flags.append(solo ? "--solo" : "--no-solo") }
        add("inform-url", value: informURL)
        add("legacy-url", value: legacyURL)
        add("fhir-url", value: fhirURL)
        add("radio", value: radio.map { $0 ? "bluetooth" : Self.nothing })
        add("bus-address", value: busAddress)
        add("page", value: page)
        if let homeAssistant { flags.append(homeAssistant ? "--home-assistant" : "--no-home-assistant") }
        add("uploaders", value: uploaders)
        add("ocr-workers", value: ocrWorkers)
        add("config", value: config)
        if let shareValues { flags.append(shareValues ? "--share-values" : "--no-share-values") }
        for (actor, values) in (settings ?? [:]).sorted(by: { $0.key < $1.key }) {
            for (key, value) in values.sorted(by: { $0.key < $1.key }) { add("set", value: "\(actor):\(key)=\(value)") }
        }
        return flags
    }

    /// Reads the settings of a state directory; nil if there are none.
    ///
    /// - Throws: ``HubRunnerError`` `files` if they are damaged or unreadable.
    public static func read(_ layout: HubLayout) throws(HubRunnerError) -> HubSettings? {
        guard let bytes = try StateFile.read(layout.settings) else { return nil }
        do {
            return try WireJSON.decode(HubSettings.self, from: bytes)
        } catch {
            throw HubRunnerError(.files, message: "\(layout.settings) is damaged: delete it and give the flags again")
        }
    }

    /// Writes the settings atomically, with mode 0600; the directory must exist.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    public func write(_ layout: HubLayout) throws(HubRunnerError) {
        do {
            try PrivateFile.replace(layout.settings, bytes: try WireJSON.encode(self))
        } catch {
            throw HubRunnerError(
                .files,
                message: "\(layout.settings) cannot be written: check its permissions and the disk's free space",
                errno: error.fileErrno
            )
        }
    }
}

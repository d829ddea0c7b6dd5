internal import ActorRuntime
internal import BusEndpoints
internal import HubRunner
internal import SiteRecords

/// The properties of a hub, from flags and answers.
struct HubAnswers: Sendable, Hashable {
    /// The location of the broker.
    enum Broker: Sendable, Hashable {
        /// `vitalbus up` starts a private one.
        case own
        /// A Unix socket's path.
        case socket(String)
        /// A TCP port.
        case tcp(host: String, port: Int)

        /// Parses `own`, a socket's path, or a host with an optional port; nil for any other text.
        init?(_ text: String) {
            guard text != "own" else {
                self = .own
                return
            }
            guard !text.hasPrefix("/") else {
                self = .socket(text)
                return
            }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let port = parts.count == 2 ? Int(parts[1]) : 8883
            guard (1...2).contains(parts.count), !parts[0].isEmpty, let port, (1...65_535).contains(port),
                parts[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return nil }
            self = .tcp(host: String(parts[0]), port: port)
        }

        /// Whether the broker is on another machine, which requires TLS.
        var isRemote: Bool {
            guard case .tcp(let host, _) = self else { return false }
            return !["localhost", "127.0.0.1", "::1"].contains(host)
        }
    }

    var machine = Init.Machine.one
    /// The addresses at which hubs reach a site's server.
    var addresses: [String] = []
    var site = "home"
    var hub = "hub-1"
    var seats = ["hub-1"]
    var isSolo = false
    /// The base URL of the Inform API; nil for none.
    var informURL: String?
    /// The base URL of the legacy API; nil for none.
    var legacyURL: String?
    /// The base URL of a FHIR server; nil for none.
    var fhirURL: String?
    /// The page's address, host:port; nil keeps the default, `none` disables the page.
    var page: String?
    var broker = Broker.own
    /// The PEM file of the authority of the broker's certificate.
    var brokerAuthority: String?
    var hasRadio = true
    /// The peripherals read automatically.
    var passive: [Int] = []
    var uploaders: Int?
    var ocrWorkers: Int?
    var sharesValues = false
    var busAddress: String?
    /// The home's time zone; nil for the machine's.
    var zone: String?
    /// The operator's password for the page, which is never written to a file; nil for none.
    var pagePassword: String?

    /// The steps for a person to do next.
    func nextSteps(_ words: StartWords) -> [String] {
        switch machine {
        case .one: clockSteps + ["next: \(words.start("vitalbus.target"))"]
        case .server:
            clockSteps + [
                "the site '\(site)' was created: hubs reach it at \(addresses.joined(separator: ", ")), ports "
                    + "\(SiteRecord.ports.broker) and \(SiteRecord.ports.registrar)",
                "next: \(words.start("vitalbus-site.target")); then, for each hub: vitalbus hub add NAME\(words.option)",
            ]
        case .hub:
            [
                "next: vitalbus join BUNDLE\(words.option), which 'vitalbus hub add NAME' writes on the site's server; then "
                    + "\(words.start("vitalbus-hub.target"))"
            ]
        }
    }

    /// The remaining step if the machine's clock has another zone, because the page's times follow it.
    private var clockSteps: [String] {
        zone.map { ["the page uses this machine's time zone: 'sudo timedatectl set-timezone \($0)' sets it"] }
            ?? []
    }

    /// The configuration file, each value with its meaning.
    var text: String {
        """
        # The hub '\(hub)', written by 'vitalbus init'; 'vitalbus up' reads it; its flags take precedence.
        # Each program lists all of its keys with --config-keys.

        \(nameText)
        site: \(site)
        hub: \(hub)

        \(brokerText)

        vitalbus:
          # How devices are received: bluetooth, or none for a hub that only takes photos, exports and typed values.
          radio: \(hasRadio ? "bluetooth" : "none")
        \(countText)
        session-manager:
          # \(machine == .server ? "The seats of its hubs are known already." : "The seats that the hub measures.")
          seats: [\(seats.joined(separator: ", "))]
          # true if only one person ever uses the hub: readings of unassigned devices then belong to that person.
          # By default they are held until their device is assigned or a person confirms them.
          \(isSolo ? "seat.solo: true" : "# seat.solo: true")

        uploader:
          # Where records go; without a destination they stay queued.
          \(destination("inform", url: informURL))
          \(destination("legacy", url: legacyURL))
          \(destination("fhir", url: fhirURL))

        device-reader:
          # The peripherals that are read whenever they are in range ('vitalbus peripheral list'). 'vitalbus passive
          # set' replaces them.
          passive.peripherals: [\(passive.map(String.init).joined(separator: ", "))]
        \(zoneText)\(dbusText)
        """
    }

    private var zoneText: String {
        guard let zone else { return "" }
        return "\nhealth-importer:\n  # The time zone of exports that do not name one.\n  home.zone: \(zone)\n"
    }

    private var nameText: String {
        switch machine {
        case .one: "# The names of the site and the hub on the bus. Do not use a person's name."
        case .server: "# The site's name on the bus. The server is not a hub; its processes belong to the site."
        case .hub: "# The bundle that this machine joins with sets its names; they replace these."
        }
    }

    private func destination(_ api: String, url: String?) -> String {
        let key = "destination.\(api).base-url"
        return url.map { "\(key): \($0)" } ?? "# \(key): https://api.example.org"
    }

    private var brokerText: String {
        let hint =
            "If the broker asks for a password, bus.password-file names its file; each process has its own."
        switch broker {
        case .own where machine == .hub:
            return "# This hub uses the site's broker; the bundle has its address."
        case .own:
            return """
                # The broker: 'vitalbus up' starts a private one. To use your own:
                # bus.host: broker.example.org
                # bus.tls.authority: /etc/vitalbus/authority.pem
                """
        case .socket(let path): return "# The broker. \(hint)\nbus.socket: \(path)"
        case .tcp(let host, let port):
            let authority = brokerAuthority.map { "\nbus.tls.authority: \($0)" } ?? ""
            return "# The broker. \(hint)\nbus.host: \(host)\nbus.port: \(port)\(authority)"
        }
    }

    private var countText: String {
        var text = ""
        if let page { text += "  # Where the page is served, or none.\n  page: \(page)\n" }
        if let uploaders { text += "  uploaders: \(uploaders)\n" }
        if let ocrWorkers { text += "  ocr-workers: \(ocrWorkers)\n" }
        if sharesValues {
            text += "  # Events contain measured values, readable by every subscriber.\n  share-values: true\n"
        }
        return text
    }

    private var dbusText: String {
        guard let busAddress else { return "" }
        return "  dbus.address: \(busAddress)\n\nble-scanner:\n  dbus.address: \(busAddress)\n"
    }
}

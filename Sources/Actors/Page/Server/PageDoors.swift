internal import ActorRuntime
internal import BusContract
internal import HTTPTypes

/// The configuration keys of Home Assistant's ingress.
struct IngressKeys {
    let address = Setting.text(
        "ingress.address",
        example: "0.0.0.0:8099",
        doc:
            "The address at which Home Assistant's ingress reaches the page, without TLS. Only 'ingress.proxy' is answered there. Off by default."
    )
    let proxy = Setting.text(
        "ingress.proxy",
        default: "172.30.32.2",
        doc: "The address of the Supervisor, the only one whose X-Ingress-Path and X-Remote-User-Id are believed."
    )
    let role = Setting.choice(
        "ingress.role",
        default: IngressRole.none,
        doc:
            "The role of Home Assistant's users who are not named in 'ingress.operators'; none asks for an account of the page."
    )
    let operators = Setting.list(
        "ingress.operators",
        example: "0123456789abcdef0123456789abcdef",
        doc: "The ids of Home Assistant's users who are operators at the page, from the user's page in Home Assistant."
    )
}

/// A role that may be given to all users of Home Assistant.
enum IngressRole: String, CaseIterable, Sendable {
    case caregiver
    case viewer
    case none

    /// The role's rights; nil for none.
    var rights: Rights? {
        switch self {
        case .caregiver: Rights(role: .caregiver, seat: nil)
        case .viewer: Rights(role: .viewer, seat: nil)
        case .none: nil
        }
    }
}

/// What is believed of requests that do not come straight from a browser; closed by default.
struct PageDoors: Sendable {
    /// For the page's own address.
    let proxies: PageProxies
    /// Nil if Home Assistant's ingress has no door.
    let ingress: PageIngress?
    /// The sources of `frame-ancestors` in the page's policy (CSP Level 3, 6.4.2).
    let frames: String

    /// Reads the keys.
    ///
    /// - Parameter address: The page's own address.
    /// - Throws: `RuntimeError` `configuration`.
    init(_ configuration: ActorConfiguration, address: ListenAddress) throws {
        proxies = try Self.proxies(configuration, address: address)
        ingress = try Self.ingress(configuration)
        frames = try Self.frames(configuration[\PageKeys.frameAncestors])
    }

    private static func proxies(_ configuration: ActorConfiguration, address: ListenAddress) throws -> PageProxies {
        let path = try configuration[\PageKeys.basePath] ?? "/"
        guard let base = PageBase(path) else {
            throw problem("base-path", text: path, is: "a path like /hub1, of letters, digits, '-', '.', '_' and '~'")
        }
        var trusted = try Set(configuration[\PageKeys.trustedProxies].map { try proxy($0, key: "trusted-proxies") })
        let header = try header(configuration[\PageKeys.proxyHeader])
        if header != nil, trusted.isEmpty {
            guard address.isLocal else {
                throw RuntimeError(
                    .configuration,
                    message: "page.proxy-header: name the proxy's address in page.trusted-proxies"
                )
            }
            // Browsers reach such a page through a program of this machine only.
            trusted = ["127.0.0.1", "::1"]
        }
        return PageProxies(base: base, trusted: trusted, header: header)
    }

    private static func header(_ text: String?) throws -> HTTPField.Name? {
        guard let text else { return nil }
        guard let name = HTTPField.Name(text) else {
            throw problem("proxy-header", text: text, is: "a header's name like X-Forwarded-For")
        }
        return name
    }

    private static func ingress(_ configuration: ActorConfiguration) throws -> PageIngress? {
        guard let text = try configuration[\PageKeys.ingress.address] else { return nil }
        let operators = try configuration[\PageKeys.ingress.operators]
        for id in operators where PageGuest(id: id, name: nil) == nil {
            throw problem("ingress.operators", text: id, is: "the id of a user of Home Assistant: letters and digits")
        }
        return PageIngress(
            address: try ListenAddress(text, key: "page.ingress.address", example: "0.0.0.0:8099"),
            proxy: try proxy(configuration[\PageKeys.ingress.proxy], key: "ingress.proxy"),
            role: try configuration[\PageKeys.ingress.role].rights,
            operators: Set(operators)
        )
    }

    private static func proxy(_ text: String, key: String) throws -> String {
        guard let address = ProxyAddress.parse(text) else { throw problem(key, text: text, is: "an IP address") }
        return address
    }

    /// The policy's words for the sites that may frame the page.
    static func frames(_ sites: [String]) throws -> String {
        guard !sites.isEmpty else { return "'none'" }
        return try sites.map { site in
            if site == "self" { return "'self'" }
            guard site.wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]{1,200}/) != nil else {
                throw problem("frame-ancestors", text: site, is: "'self' or a site like https://portal.example.org")
            }
            return site
        }.joined(separator: " ")
    }

    private static func problem(_ key: String, text: String, is words: String) -> RuntimeError {
        RuntimeError(.configuration, message: "page.\(key): '\(text.prefix(60))' is not \(words)")
    }
}

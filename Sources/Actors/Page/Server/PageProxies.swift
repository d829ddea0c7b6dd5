internal import ActorRuntime
internal import HTTPTypes
internal import NIOCore

/// The reverse proxies whose headers the page believes.
struct PageProxies: Sendable, Hashable {
    /// The path below which they serve the page.
    let base: PageBase
    /// Their addresses.
    let trusted: Set<String>
    /// The header in which they name the browser's address; nil if they do not.
    let header: HTTPField.Name?

    /// Where a request came from; headers of other addresses change nothing.
    func way(_ headers: HTTPFields, host: String, peer: String, isSecure: Bool) -> PageWay {
        var way = PageWay(base: base, host: host, isSecure: isSecure, peer: peer)
        guard trusted.contains(ProxyAddress.plain(peer)) else { return way }
        way.isDirect = false
        if let header, let named = PagePeer.address(in: headers[values: header]) { way.peer = named }
        if let named = headers.host { (way.host, way.isNamed) = (named, true) }
        if let scheme = headers.only("X-Forwarded-Proto") { way.isSecure = isSecure || scheme == "https" }
        return way
    }
}

/// Home Assistant's ingress: who may come through it, and with which rights.
struct PageIngress: Sendable {
    /// The page's address for the ingress.
    let address: ListenAddress
    /// The Supervisor's address, from which alone requests are answered.
    let proxy: String
    /// The rights of users who are not named; nil if these need an account of the page.
    let role: Rights?
    /// The ids of users with an operator's rights.
    let operators: Set<String>

    /// Where a request came from.
    ///
    /// The Supervisor replaces the headers that name the user, but compares their names exactly. A browser's own
    /// `x-remote-user-id` may therefore come as a second value, and then no user is believed.
    /// - Returns: nil if it is not the Supervisor's, or does not say below which path the browser sees the page.
    func way(_ headers: HTTPFields, host: String, peer: String) -> PageWay? {
        guard ProxyAddress.plain(peer) == proxy, let base = headers.only("X-Ingress-Path").flatMap(PageBase.init),
            base != .root
        else { return nil }
        var way = PageWay(base: base, host: headers.host ?? host, peer: peer, isNamed: true)
        way.isDirect = false
        way.isSecure = headers.only("X-Forwarded-Proto") == "https"
        way.isIngress = true
        guard let id = headers.only("X-Remote-User-Id") else { return way }
        let name = headers.only("X-Remote-User-Display-Name") ?? headers.only("X-Remote-User-Name")
        way.guest = PageGuest(id: id, name: name)
        // Each user's wrong passwords delay that user alone.
        if let guest = way.guest { way.peer = "ingress \(guest.id)" }
        return way
    }

    /// A user's rights; nil if the user needs an account of the page.
    func rights(of guest: PageGuest) -> Rights? { operators.contains(guest.id) ? .wholeSite : role }
}

/// Addresses in one spelling.
enum ProxyAddress {
    /// The address without the prefix of an IPv4 address on an IPv6 socket.
    static func plain(_ address: String) -> String {
        address.lowercased().hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }

    /// An address as the network spells it; nil if it is none.
    static func parse(_ text: String) -> String? {
        // Absent is nil: names have no address here.
        (try? SocketAddress(ipAddress: text, port: 0))?.ipAddress.map(plain)
    }
}

extension HTTPFields {
    /// The value of a header that was sent exactly once; nil otherwise, because one of two may be forged.
    fileprivate func only(_ name: String) -> String? {
        guard let name = HTTPField.Name(name) else { return nil }
        let values = self[values: name]
        guard let value = values.first, values.count == 1, !value.isEmpty, value.utf8.count <= 300,
            !value.contains(",")
        else { return nil }
        return value
    }

    /// The host and port in the browser's address line, as a proxy names them.
    fileprivate var host: String? {
        only("X-Forwarded-Host").flatMap { $0.wholeMatch(of: /[A-Za-z0-9._:\[\]-]{1,255}/) == nil ? nil : $0 }
    }
}

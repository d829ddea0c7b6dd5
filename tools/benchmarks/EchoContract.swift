import BusContract
import LocalBroker
import MessageBus

/// The two processes of the request figure and what they say to each other.
enum EchoContract {
    static let site = "bench"
    static let role = BusRole(rawValue: "echo")
    /// Answers with what it was sent.
    static let echo = Operation<EchoBody, EchoBody>(role, name: "echo", callers: [.vitalbus])
    /// The C pair's name at the broker.
    static let pair = "c-pair"

    /// The process that answers.
    static func server() throws -> BusAddress {
        try BusAddress(site: site, hub: BusAddress.siteHub, actor: role.rawValue, instance: "main")
    }

    /// The process that asks.
    static func caller() throws -> BusAddress {
        try BusAddress(site: site, hub: BusAddress.siteHub, actor: BusRole.vitalbus.rawValue, instance: "bench")
    }

    /// Accounts with equal rights, so that the broker's checks cost both pairs the same.
    static func accounts(password: String) throws -> [BrokerAccount] {
        let rules =
            [AccessRule(.publish, pattern: "\(BusAddress.root)/\(site)/#")]
            + [AccessRule(.subscribe, pattern: "\(BusAddress.root)/\(site)/#")]
        return try [server().principal, caller().principal, pair].map {
            BrokerAccount(username: $0, password: password, rules: rules)
        }
    }
}

/// What is sent there and back.
struct EchoBody: Codable, Sendable, Hashable {
    var text: String
}

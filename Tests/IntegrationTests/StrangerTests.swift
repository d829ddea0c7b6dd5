import BusContract
import BusEndpoints
import Foundation
import LocalBroker
import Logging
import MQTTBus
import MessageBus
import SiteRecords
import TestSupport
import Testing

@testable import SiteAuthority

/// Clients at the hubs' port of a site's server that do not belong to any of its hubs.
@Suite struct StrangerTests {
    private static let name = "room-1.device-reader.main"
    private static let day: TimeInterval = 86_400

    /// The certificate that a client presents.
    enum Stranger: String, CaseIterable {
        /// An expired one: the hub was away for long.
        case expired
        /// One that becomes valid in some days: the server's clock was ahead.
        case future
        /// One from another site with the same name.
        case otherSite
        /// No certificate.
        case nothing
    }

    @Test(arguments: Stranger.allCases)
    func aStrangerIsRefusedByTLSAndTold(_ stranger: Stranger) async throws {
        try await HubPort.with { port in
            let reason = try await port.outcome(try port.identity(of: stranger, name: Self.name), name: Self.name)
            #expect(reason.contains("TLS") || reason.contains("certificate"), "\(reason)")
            // Other clients are served meanwhile.
            let now = Date()
            let member = try port.identity(port.authority, name: Self.name, now: now, lifetime: Self.day)
            #expect(try await port.outcome(member, name: Self.name) == "served")
        }
    }

    /// A revoked hub still has a valid certificate, but no account.
    @Test func aGoodCertificateWithoutAnAccountIsOfNoUse() async throws {
        try await HubPort.with { port in
            let name = "room-9.device-reader.main"
            let member = try port.identity(port.authority, name: name, now: Date(), lifetime: Self.day)
            let reason = try await port.outcome(member, name: name)
            #expect(reason.contains("Not authorized"), "\(reason)")
        }
    }

    /// A member cannot use another's name: the broker goes by the certificate, whatever name the client claims.
    @Test func aMemberIsWhomItsCertificateNames() async throws {
        try await HubPort.with { port in
            let member = try port.identity(port.authority, name: Self.name, now: Date(), lifetime: Self.day)
            let reason = try await port.outcome(member, name: "site.session-manager.main")
            #expect(reason.contains("Not authorized"), "\(reason)")
        }
    }
}

extension StrangerTests {
    /// A site's broker with the hubs' port, and an account for one hub's reader.
    struct HubPort: Sendable {
        let authority: SiteAuthority
        private let folder: String
        private let port: Int

        static func with(_ body: @Sendable (HubPort) async throws -> Void) async throws {
            let folder = ShortPath.make("vbi")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let addresses = [try SiteAddress("localhost")]
            let authority = try SiteAuthority(site: "s", addresses: addresses, now: Date())
            let made = HubPort(authority: authority, folder: folder, port: try FreePort.take())
            try made.write(try authority.certificatePEM(), "authority")
            try made.write(try authority.server(addresses, now: Date(), lifetime: day), "server")
            let roster = Roster(try ["room-1.device-reader.main", "site.session-manager.main"].map(member))
            let broker = try await LocalBroker.start(
                directory: "\(folder)/broker",
                accounts: roster.members.map {
                    BrokerAccount(username: $0.address.principal, password: nil, rules: roster.rules(for: $0))
                },
                options: LocalBrokerOptions(
                    tls: BrokerTLS(port: made.port, authority: made.path("authority"), server: made.path("server"))
                )
            )
            do { try await body(made) } catch {
                await broker.stop()
                throw error
            }
            await broker.stop()
        }

        private static func member(_ principal: String) throws -> Roster.Member {
            let parts = principal.split(separator: ".").map(String.init)
            let address = try BusAddress(site: "s", hub: parts[0], actor: parts[1], instance: parts[2])
            return Roster.Member(address, role: BusRole(rawValue: parts[1]))
        }

        private func path(_ name: String) -> String { "\(folder)/\(name).pem" }

        private func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path(name)))
        }

        /// A stranger's certificate and key, or nil for none.
        func identity(of stranger: Stranger, name: String) throws -> String? {
            let now = Date()
            return switch stranger {
            case .expired: try identity(authority, name: name, now: now - 9 * day, lifetime: 7 * day)
            case .future: try identity(authority, name: name, now: now + 3 * day, lifetime: 7 * day)
            case .otherSite:
                try identity(
                    SiteAuthority(site: "s", addresses: [SiteAddress("localhost")], now: now),
                    name: name,
                    now: now,
                    lifetime: day
                )
            case .nothing: nil
            }
        }

        /// The file with a key and an authority's certificate for it.
        func identity(_ authority: SiteAuthority, name: String, now: Date, lifetime: TimeInterval) throws -> String {
            let request = try MemberRequest(name)
            let certificate = try authority.member(
                name,
                account: name,
                key: try MemberRequest.key(of: request.pem),
                now: now,
                lifetime: lifetime
            )
            let file = UUID().uuidString
            try write(MemberIdentity.text(key: request.key, certificatePEM: certificate), file)
            return path(file)
        }

        /// Connects with a file and writes what the process with this name may write.
        ///
        /// - Returns: `served`, or the reason for the refusal.
        func outcome(_ identity: String?, name: String) async throws -> String {
            let address = try Self.member(name).address
            let bus = try MQTTBus(
                MQTTBusConfiguration(
                    endpoint: .tcp(host: "localhost", port: port),
                    clientID: address.principal,
                    tls: BusTLS(authority: path("authority"), certificate: identity, key: identity)
                ),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let running = Task { try await bus.run() }
            defer { running.cancel() }
            var outcome = "nothing was told"
            for await state in bus.connectionStates() {
                if case .disconnected(let reason, _) = state {
                    guard reason != "not connected yet" else { continue }
                    outcome = reason
                    break
                }
                outcome = await written(bus, address)
                break
            }
            await bus.close()
            return outcome
        }

        private func written(_ bus: MQTTBus, _ address: BusAddress) async -> String {
            do {
                let topic = address.topic("actor/\(address.actor)/\(address.instance)/info")
                _ = try await bus.publish(BusMessage(topic: topic, payload: Array("{}".utf8), retain: true))
                return "served"
            } catch {
                return "\(error)"
            }
        }
    }
}

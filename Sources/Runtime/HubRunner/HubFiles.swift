internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
package import LocalBroker
internal import MessageBus
internal import Processes
internal import SiteAuthority

/// The files of a hub: directories, the site's key, its passwords and its record.
package struct HubFiles: Sendable {
    let plan: HubPlan

    /// Derives the files of a plan.
    package init(plan: HubPlan) {
        self.plan = plan
    }

    private var layout: HubLayout { plan.layout }

    /// Creates missing directories.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    package func prepareDirectories() throws {
        for directory in [layout.state, layout.logs, layout.passwords, layout.run] {
            do {
                try PrivateFile.makeDirectory(directory)
            } catch {
                throw HubRunnerError(
                    .files,
                    message:
                        "\(directory) cannot be created: check the permissions of the folders above it, or use --state",
                    errno: error.fileErrno
                )
            }
        }
    }

    /// Creates the site's key if there is none.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    package func prepareKey() throws {
        do {
            _ = try SiteKey.load(layout.siteKey, createIfMissing: true)
        } catch let error as RuntimeError {
            throw HubRunnerError(.files, message: error.message, errno: error.errno)
        }
    }

    /// The private broker's accounts, whose passwords are kept across starts.
    ///
    /// - Throws: ``HubRunnerError`` `files` or `invalidPlan`.
    package func accounts() throws -> [BrokerAccount] {
        let roster = try plan.roster()
        let remotes = Set(plan.remotes)
        let names = remotes.isEmpty ? [:] : try plan.server?.accountNames() ?? [:]
        return try zip(roster.members, roster.allRules()).filter { plan.isHere($0.0) }.map { member, rules in
            if let account = plan.invited[member] {
                return BrokerAccount(username: account.name, secret: .hash(account.hash), rules: rules)
            }
            let principal = member.address.principal
            guard remotes.contains(member) else {
                return BrokerAccount(
                    username: principal,
                    password: try password(layout.password(member.address)),
                    rules: rules
                )
            }
            return BrokerAccount(username: names[principal] ?? principal, password: nil, rules: rules)
        }
    }

    /// Writes the hub's record for the other commands.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    func writeRecord() throws {
        let record = HubRecord(
            site: plan.site,
            hub: plan.hub,
            socket: layout.socket,
            radio: plan.hasRadio && plan.part != .site,
            solo: plan.isSolo
        )
        do {
            try PrivateFile.replace(layout.record, bytes: try WireJSON.encode(record))
        } catch {
            throw HubRunnerError(
                .files,
                message: "\(layout.record) cannot be written: check its permissions and the disk's free space",
                errno: error.fileErrno
            )
        }
    }

    /// Reads or creates a password.
    ///
    /// A file that is empty or torn after a power cut is replaced, because the broker learns of new passwords at each
    /// start.
    private func password(_ path: String) throws -> String {
        if FileManager.default.fileExists(atPath: path) {
            do {
                let known = try SecretFile.read(path)
                if known.count == Self.passwordLength { return String(decoding: known, as: UTF8.self) }
            } catch let error as RuntimeError {
                throw HubRunnerError(.files, message: error.message, errno: error.errno)
            }
        }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<Self.passwordLength / 2).map { _ in random.next() as UInt8 }
        let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        do {
            try PrivateFile.replace(path, bytes: Array(text.utf8))
        } catch {
            throw HubRunnerError(
                .files,
                message: "\(path) cannot be written: \(error.fileWords)",
                errno: error.fileErrno
            )
        }
        return text
    }

    /// In hexadecimal characters.
    private static let passwordLength = 64
}

extension HubPlan {
    /// The options of the hub's broker; a site's server also serves other machines, and a joined hub's broker is linked
    /// to the site's.
    ///
    /// - Parameter socket: The Unix socket; nil for the layout's.
    /// - Throws: ``HubRunnerError`` `invalidPlan`.
    package func brokerOptions(socket: String? = nil) throws(HubRunnerError) -> LocalBrokerOptions {
        LocalBrokerOptions(
            socketPath: socket ?? layout.socket,
            tls: server.map { site in
                BrokerTLS(port: site.record.brokerPort, authority: site.files.authority, server: site.files.server)
            },
            bridges: try bridges(),
            isPersistent: isBrokerPersistent,
            waitingLimit: brokerQueue
        )
    }

    /// The two directions of the link to the site's broker; empty if the private broker has no link.
    package func bridges() throws(HubRunnerError) -> [BrokerBridge] {
        guard case .linked(let record) = broker else { return [] }
        let (membership, crossings) = (Membership(state: layout.state), try roster().crossings(of: hub))
        return try Roster.Crossing.Way.allCases.map { way throws(HubRunnerError) in
            let address = try member(.bridge, hub: hub, instance: way.rawValue).address
            return BrokerBridge(
                address.principal,
                way: way == .out ? .out : .into,
                addresses: record.addresses.map { "\($0):\(record.brokerPort)" },
                authority: membership.authority,
                identity: membership.identity(address.principal),
                statusTopic: address.topic(PresenceTopics.link.leaf(["instance": way.rawValue])),
                topics: crossings.filter { $0.way == way }.map { BrokerBridge.Topics($0.pattern, quality: $0.quality) }
            )
        }
    }
}

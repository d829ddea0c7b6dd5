internal import ActorRuntime
internal import BusContract
package import FoundationEssentials
package import LocalBroker
internal import MessageBus
package import SiteRecords

extension HubPlan {
    /// The accounts that people made, each with what it may be on the bus.
    func invitedMembers() throws(SiteError) -> [Roster.Member: AccessAccount] {
        guard let access else { return [:] }
        var members: [Roster.Member: AccessAccount] = [:]
        let hubs = try seatsByHub()
        for account in try access.files.accounts() {
            // Absent is nil: a name that was checked when the account was made.
            guard let address = try? account.address(site: site, hub: hub) else { continue }
            let member = Roster.Member(address, role: account.role, scope: scope(of: account, hubs: hubs))
            members[member] = account
        }
        return members
    }

    /// Whom each hub of the site measures.
    ///
    /// - Throws: ``SiteError`` `files`.
    package func seatsByHub() throws(SiteError) -> [String: [String]] {
        var seats = part == .site ? [:] : [hub: self.seats]
        for (entry, _) in try server?.hubs() ?? [] where entry.revoked == nil { seats[entry.hub] = entry.seats }
        return seats
    }

    /// A program hears events that have whole hubs' values only where it was given all of these.
    private func scope(of account: AccessAccount, hubs: [String: [String]]) -> Roster.Scope? {
        guard account.isProgram else { return nil }
        let heard = account.hubs.map { names in
            Dictionary(uniqueKeysWithValues: names.map { ($0, hubs[$0] ?? []) })
        }
        let all = Set((heard ?? hubs).values.joined())
        return Roster.Scope(
            hubs: heard,
            values: Set(account.values),
            hearsAllValues: !(sharesValues || sharesSomeValues) || all.isSubset(of: account.values),
            isHomeAssistant: account.homeAssistant ?? false
        )
    }
}

/// Sees that hubs or accounts came or went, or that the broker's certificate is due: commands of other processes change files, and
/// cannot reach who serves by them.
package struct AccountWatch: Sendable {
    /// How often it is looked whether the certificate is due, in seconds.
    private static let interval: TimeInterval = 3600

    /// The files of the accounts.
    let files: FileChanges
    /// Of which age of the files the accounts are; nil where the last change is to be made again.
    private(set) var age: String?
    private let plan: HubPlan
    private var nextCheck: Date

    /// Starts from what is so now.
    package init(_ plan: HubPlan, now: Date = Date()) {
        (self.plan, files, nextCheck) = (plan, FileChanges(plan.layout.accountFiles), now + Self.interval)
        age = files.ages
    }

    /// Whether the broker needs other accounts, or its new certificate; asked once, it is false until the next change.
    package mutating func hasChanged(_ now: Date) -> Bool {
        var isRenewed = false
        if now >= nextCheck || now < nextCheck - Self.interval {
            nextCheck = now + Self.interval
            // Absent is nil: what cannot be made now is told with the next change, and made at the next start.
            isRenewed =
                (try? plan.hasAccounts && plan.access?.certify(plan.server, name: plan.site, now: now) == true) ?? false
        }
        let present = files.ages
        defer { age = present }
        return isRenewed || present != age
    }

    /// Notes that the change could not be made: it is tried again, but not where a port is another's, for each attempt starts the
    /// broker anew.
    package mutating func failed(_ error: any Error) {
        if !(error is LocalBrokerError) { age = nil }
    }
}

extension HubPlan {
    /// Whether anybody has an account now.
    fileprivate var hasAccounts: Bool { get throws { try access?.files.accounts().isEmpty == false } }
}

extension HubFiles {
    /// How the private broker is set up now, with the certificate that it serves programs and people with.
    ///
    /// - Parameter socket: The Unix socket; the layout's when nil.
    /// - Throws: ``HubRunnerError`` `files`.
    package func brokerOptions(socket: String? = nil, now: Date = Date()) throws -> LocalBrokerOptions {
        var options = try plan.brokerOptions(socket: socket)
        // Who needs none has no port either.
        guard let access = plan.access, !plan.invited.isEmpty else { return options }
        do {
            try access.certify(plan.server, name: plan.site, now: now)
            let record = try access.files.record()
            options.access = BrokerAccess(
                port: record.port,
                isLocal: record.isLocal,
                server: access.files.serverCertificate
            )
            options.loopbackPort = record.plainPort
        } catch {
            throw HubRunnerError(.files, message: error.message, errno: error.errno)
        }
        return options
    }
}

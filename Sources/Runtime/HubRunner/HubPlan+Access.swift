internal import ActorRuntime
internal import BusContract
package import FoundationEssentials
package import LocalBroker
internal import MessageBus
package import SiteRecords

extension HubPlan {
    /// The accounts created by people, each with its rights on the bus.
    func invitedMembers() throws(SiteError) -> [Roster.Member: AccessAccount] {
        guard let access else { return [:] }
        var members: [Roster.Member: AccessAccount] = [:]
        let hubs = try seatsByHub()
        for account in try access.files.accounts() {
            // Absent is nil: never happens, because the name was checked when the account was created.
            guard let address = try? account.address(site: site, hub: hub) else { continue }
            let member = Roster.Member(address, role: account.role, scope: scope(of: account, hubs: hubs))
            members[member] = account
        }
        return members
    }

    /// The seats of each hub of the site.
    ///
    /// - Throws: ``SiteError`` `files`.
    package func seatsByHub() throws(SiteError) -> [String: [String]] {
        var seats = part == .site ? [:] : [hub: self.seats]
        for (entry, _) in try server?.hubs() ?? [] where entry.revoked == nil { seats[entry.hub] = entry.seats }
        return seats
    }

    /// The scope of a program's account, which hears events with a whole hub's values only if it may read all of them.
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

/// Detects new or removed hubs and accounts, and a due broker certificate.
///
/// Other processes' commands change the files, and cannot reach the processes that serve by them.
package struct AccountWatch: Sendable {
    /// The interval of checking the certificate, in seconds.
    private static let interval: TimeInterval = 3600

    /// The files of the accounts.
    let files: FileChanges
    /// The age of the files when the accounts were last applied; nil if the last change is to be applied again.
    private(set) var age: String?
    private let plan: HubPlan
    private var nextCheck: Date

    /// Starts from the present state.
    package init(_ plan: HubPlan, now: Date = Date()) {
        (self.plan, files, nextCheck) = (plan, FileChanges(plan.layout.accounts.files), now + Self.interval)
        age = files.ages
    }

    /// Whether the broker needs other accounts or its new certificate; a second call returns false until the next
    /// change.
    package mutating func hasChanged(_ now: Date) -> Bool {
        var isRenewed = false
        if now >= nextCheck || now < nextCheck - Self.interval {
            nextCheck = now + Self.interval
            // Absent is nil: a failure is reported with the next change, and repeated at the next start.
            isRenewed =
                (try? plan.showsCertificate && plan.access?.certify(plan.server, name: plan.site, now: now) == true)
                ?? false
        }
        let present = files.ages
        defer { age = present }
        return isRenewed || present != age
    }

    /// Marks a failed change for retry, unless the broker itself failed, for example because of an occupied port: each
    /// attempt restarts it.
    package mutating func failed(_ error: any Error) {
        if !(error is LocalBrokerError) { age = nil }
    }
}

extension HubPlan {
    /// Whether anything presents the certificate for programs and people: the broker to accounts, the page to browsers,
    /// also before there is an account.
    fileprivate var showsCertificate: Bool {
        get throws {
            guard let files = access?.files else { return false }
            return try !files.accounts().isEmpty || FileManager.default.fileExists(atPath: files.serverCertificate)
        }
    }
}

extension HubFiles {
    /// The private broker's current options, including the certificate for programs and people.
    ///
    /// - Parameter socket: The Unix socket; nil for the layout's.
    /// - Throws: ``HubRunnerError`` `files`.
    package func brokerOptions(socket: String? = nil, now: Date = Date()) throws -> LocalBrokerOptions {
        var options = try plan.brokerOptions(socket: socket)
        // Without accounts there is no port either.
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

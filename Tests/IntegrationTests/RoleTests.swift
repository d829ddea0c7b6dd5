import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import Testing

/// The broker gives each role exactly its rights in the contract.
@Suite struct RoleTests {
    @Test func eachTopicIsWrittenAndReadByItsRolesAlone() async throws {
        try await SiteBroker.with { site in
            let rows = ExpectedRights(members: site.members).rows(of: site.members.filter { !site.guests.contains($0) })
            #expect(rows.count > 200)
            for member in site.members where !site.guests.contains(member) {
                let wrong = try await site.connected(member) { await wrongRights(of: member, rows, $0) }
                #expect(wrong.isEmpty, "\(member.address): \(wrong.prefix(10))")
            }
        }
    }

    /// People on other machines, and programs that may use one hub and one seat's values each.
    @Test func eachAccountThatAPersonMadeMayWhatItWasGiven() async throws {
        try await SiteBroker.with { site in
            #expect(site.guests.count == 5)
            // For replies and callers' names, their own and one other member's suffice.
            let rows = ExpectedRights(members: site.members).rows(of: site.guests + [site.member(.vitalbus)])
            for member in site.guests {
                let wrong = try await site.connected(member) { await wrongRights(of: member, rows, $0) }
                #expect(wrong.isEmpty, "\(member.address): \(wrong.prefix(10))")
            }
        }
    }

    /// The private broker of `vitalbus up`: every role, twice if several are allowed, and another hub's members.
    @Test func theOwnBrokerKeepsToTheContract() async throws {
        try await SiteBroker.ofHub { site in
            #expect(site.members.filter { $0.role == .uploader }.count == HubPlan.uploaderLimit)
            let some = site.members(ofEach: 2)
            #expect(Set(some.map(\.role)) == Set(BusRole.all).subtracting(BusRole.guests + [.bridge]))
            let rows = ExpectedRights(members: site.members).rows(of: some)
            for member in some {
                let wrong = try await site.connected(member) { await wrongRights(of: member, rows, $0) }
                #expect(wrong.isEmpty, "\(member.address): \(wrong.prefix(10))")
            }
        }
    }

    @Test func onlyUploadersAskForCredentials() async throws {
        try await SiteBroker.with { site in
            for member in site.members {
                let topic = "vitalbus/v1/s/site/request/session-manager/credentials"
                let own = "\(topic)/\(member.address.principal)"
                let isAllowed = try await site.connected(member) { await isWritten(own, $0) }
                let isAllowedWithoutName = try await site.connected(member) { await isWritten(topic, $0) }
                #expect(!isAllowedWithoutName, "\(member.address)")
                #expect(isAllowed == (member.role == .uploader), "\(member.address)")
            }
        }
    }

    @Test func onlyOperatorsReadTheLog() async throws {
        try await SiteBroker.with { site in
            for member in site.members {
                let (reads, writes) = try await site.connected(member) {
                    (await isRead("vitalbus/v1/s/+/log/+", $0), await isWritten("vitalbus/v1/s/site/log/uploader", $0))
                }
                #expect(reads == [.vitalbus, .operator].contains(member.role), "\(member.address)")
                #expect(writes == (member.role == .uploader), "\(member.address)")
            }
        }
    }

    @Test(arguments: [
        "#", "vitalbus/v1/s/#", "vitalbus/v1/s/+/reply/+", "vitalbus/v1/s/site/work/upload/grant/+", "$SYS/#",
    ])
    func nobodySubscribesToEverything(filter: String) async throws {
        try await SiteBroker.with { site in
            for member in site.members {
                let isAllowed = try await site.connected(member) { await isRead(filter, $0) }
                #expect(!isAllowed, "\(member.address)")
            }
        }
    }

    @Test func anIntegrationWritesNoEvent() async throws {
        try await SiteBroker.with { site in
            let isAllowed = try await site.connected(site.member(.integration)) {
                await isWritten("vitalbus/v1/s/h1/event/recordSubmitted", $0)
            }
            #expect(!isAllowed)
        }
    }
}

/// The differences between the broker's answers and the contract's table.
private func wrongRights(
    of member: Roster.Member,
    _ rows: [String: ExpectedRights.Row],
    _ client: BusClient
) async -> [String] {
    var wrong: [String] = []
    // For topics that name their caller, its own and one other's are enough.
    let other = Set(rows.values.compactMap(\.caller)).filter { $0 != member }.min { "\($0.address)" < "\($1.address)" }
    for (topic, row) in rows where row.caller == nil || row.caller == member || row.caller == other {
        if await isWritten(topic, client) != row.writers.contains(member) { wrong.append("write \(topic)") }
        if await isRead(topic, client) != row.readers.contains(member) { wrong.append("read \(topic)") }
    }
    return wrong.sorted()
}

private func isWritten(_ topic: String, _ client: BusClient) async -> Bool {
    do {
        _ = try await client.bus.publish(BusMessage(topic: topic, payload: [120]))
        return true
    } catch {
        if (error as? BusError)?.code != .notAuthorized { Issue.record("\(topic): \(error)") }
        return false
    }
}

private func isRead(_ filter: String, _ client: BusClient) async -> Bool {
    do {
        try await client.bus.subscribe(to: [TopicFilter(filter)], capacity: 1024).cancel()
        return true
    } catch {
        if (error as? BusError)?.code != .notAuthorized { Issue.record("\(filter): \(error)") }
        return false
    }
}

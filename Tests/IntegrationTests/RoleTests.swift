import BusContract
import MessageBus
import Testing

/// The broker lets each role do what the contract says, and nothing else.
@Suite(.timeLimit(.minutes(2))) struct RoleTests {
    @Test func eachTopicIsWrittenAndReadByItsRolesAlone() async throws {
        try await SiteBroker.with { site in
            let rows = ExpectedRights(members: site.members).rows()
            #expect(rows.count > 200)
            for member in site.members {
                let wrong = try await site.connected(member) { client in
                    var wrong: [String] = []
                    for (topic, row) in rows {
                        if await isWritten(topic, client) != row.writers.contains(member) {
                            wrong.append("write \(topic)")
                        }
                        if await isRead(topic, client) != row.readers.contains(member) { wrong.append("read \(topic)") }
                    }
                    return wrong.sorted()
                }
                #expect(wrong.isEmpty, "\(member.address): \(wrong.prefix(10))")
            }
        }
    }

    @Test func onlyUploadersAskForCredentials() async throws {
        try await SiteBroker.with { site in
            for member in site.members {
                let topic = "vitalbus/v1/s/site/request/session-manager/credentials"
                let isAllowed = try await site.connected(member) { await isWritten(topic, $0) }
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
                #expect(reads == (member.role == .vitalbus), "\(member.address)")
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

import BusContract
import ContractLiterals
import Dispatch
import LocalBroker
import Logging
import MessageBus
import TestSupport
import Testing

/// Requests, presence, restarts and flow over a real broker.
@Suite struct BrokerTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func requestsAreAnsweredAndFailuresTold() async throws {
        try await SiteBroker.with { site in
            try await site.connected(site.member(.sessionManager)) { manager in
                let handlers = [
                    RequestHandler(SessionOperations.session) { body, _ in
                        throw BusError(.notFound, message: "no \(body.seat)")
                    },
                    RequestHandler(SessionOperations.devices) { _, _ in Assignments(assignments: []) },
                ]
                let server = try RequestServer(manager, handlers: handlers, logger: Self.silent)
                try await calling(site, server) { requests, _ in
                    let devices = try await requests.call(SessionOperations.devices, hub: "site", body: PageRequest())
                    #expect(devices.assignments.isEmpty)
                    await #expect(throws: BusError(.notFound, message: "no x")) {
                        try await requests.call(SessionOperations.session, hub: "site", body: SeatReference(seat: "x"))
                    }
                    #expect(
                        await code {
                            _ = try await requests.call(SessionOperations.processQueue, hub: "site", body: Empty())
                        }
                            == .unknownOperation
                    )
                    #expect(
                        await code {
                            _ = try await requests.call(
                                ReaderTopics.supportedPeripherals,
                                hub: "h1",
                                body: PeripheralFilter()
                            )
                        }
                            == .noResponder
                    )
                    #expect(
                        await code {
                            _ = try await requests.call(
                                SessionOperations.credentials,
                                hub: "site",
                                body: CredentialsRequest(sessionID: "x")
                            )
                        } == .notAuthorized
                    )
                }
            }
        }
    }

    /// Handlers do not run on the connection's thread: a handler that blocks its thread delays only its own answer.
    @Test func aHandlerThatBlocksItsThreadHoldsUpNoOtherRequest() async throws {
        let (blocked, began) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let handlers = [
            RequestHandler(SessionOperations.session) { body, _ in
                began.finish()
                block(until: gate)
                throw BusError(.notFound, message: "no \(body.seat)")
            },
            RequestHandler(SessionOperations.devices) { _, _ in Assignments(assignments: []) },
        ]
        try await SiteBroker.with { site in
            try await site.connected(site.member(.sessionManager)) { manager in
                let server = try RequestServer(manager, handlers: handlers, logger: Self.silent)
                try await calling(site, server) { requests, _ in
                    async let late = code {
                        _ = try await requests.call(
                            SessionOperations.session,
                            hub: "site",
                            body: SeatReference(seat: "x")
                        )
                    }
                    for await _ in blocked {}
                    for _ in 0..<20 {
                        _ = try await requests.call(SessionOperations.devices, hub: "site", body: PageRequest())
                    }
                    gate.signal()
                    #expect(await late == .notFound)
                }
            }
        }
    }

    /// A slow reader may itself wait for a reply, which must not queue behind its unread messages.
    @Test func aFullSubscriptionHoldsUpNoReply() async throws {
        try await SiteBroker.with { site in
            try await site.connected(site.member(.sessionManager)) { manager in
                let handler = RequestHandler(SessionOperations.devices) { _, _ in Assignments(assignments: []) }
                let server = try RequestServer(manager, handlers: [handler], logger: Self.silent)
                try await calling(site, server) { requests, caller in
                    let topic = Presence.topic(manager.address)
                    let slow = try await caller.bus.subscribe(to: [TopicFilter(topic)], capacity: 1)
                    for _ in 0..<8 {
                        let will = Presence.will(manager.address)
                        _ = try await manager.bus.publish(will)
                    }
                    let devices = try await requests.call(SessionOperations.devices, hub: "site", body: PageRequest())
                    #expect(devices.assignments.isEmpty)
                    var read = 0
                    for await _ in slow {
                        read += 1
                        if read == 8 { break }
                    }
                    #expect(read == 8)
                }
            }
        }
    }

    private func calling(
        _ site: SiteBroker,
        _ server: RequestServer,
        _ body: @Sendable (RequestClient, BusClient) async throws -> Void
    ) async throws {
        let (ready, sign) = AsyncStream.makeStream(of: Void.self)
        let serving = Task { try await server.run { sign.finish() } }
        defer { serving.cancel() }
        for await _ in ready {}
        try await site.connected(site.member(.vitalbus)) { caller in
            let requests = RequestClient(caller)
            let receiving = Task { try await requests.run() }
            defer { receiving.cancel() }
            try await body(requests, caller)
        }
    }

    @Test func aLostConnectionAndALateWillAreCorrected() async throws {
        try await SiteBroker.with { site in
            let scanner = site.member(.bleScanner)
            let topic = Presence.topic(scanner.address)
            try await site.connected(site.member(.vitalbus)) { watcher in
                let collector = Collector()
                let subscription = try await watcher.bus.subscribe(to: [TopicFilter(topic)])
                let reading = Task { await collector.read(subscription) }
                defer { reading.cancel() }
                try await site.connected(scanner) { client in
                    let states = RetainedStates(client, logger: Self.silent)
                    let presence = Presence(client, states: states)
                    let running: [Task<Void, Never>] = [
                        Task { await states.run() }, Task { try? await presence.run() },
                    ]
                    defer { for task in running { task.cancel() } }
                    await presence.say(.online)
                    #expect(await eventually { await collector.texts.last == "online" })
                    // A second client with the same id makes the broker drop this connection.
                    try await site.connected(scanner, clientID: scanner.address.principal) { _ in }
                    #expect(await eventually { await collector.texts.contains("offline") })
                    #expect(await eventually { await collector.texts.last == "online" })
                    let before = await collector.texts.count
                    _ = try await site.connected(scanner, clientID: "late") {
                        try await $0.bus.publish(Presence.will(scanner.address))
                    }
                    #expect(await eventually { await collector.texts.dropFirst(before).contains("offline") })
                    #expect(await eventually { await collector.texts.last == "online" })
                    await presence.say(.offline)
                }
                // A regular end is not corrected.
                #expect(await eventually { await collector.texts.last == "offline" })
            }
        }
    }

    @Test func subscriptionsAndStatesOutliveTheBroker() async throws {
        try await SiteBroker.with { site in
            let scanner = site.member(.bleScanner)
            let topic = Presence.topic(scanner.address)
            try await site.connected(site.member(.vitalbus)) { watcher in
                let collector = Collector()
                let subscription = try await watcher.bus.subscribe(to: [TopicFilter(topic)])
                let reading = Task { await collector.read(subscription) }
                defer { reading.cancel() }
                try await site.connected(scanner) { client in
                    let states = RetainedStates(client, logger: Self.silent)
                    let running = Task { await states.run() }
                    defer { running.cancel() }
                    await states.set(text: "online", at: topic)
                    #expect(await eventually { await collector.texts.last == "online" })
                    let before = await collector.texts.count
                    await site.broker.kill()
                    try await site.broker.restart()
                    #expect(await eventually { await collector.texts.count > before })
                    #expect(await collector.texts.last == "online")
                    // The broker kept nothing, so a new client gets the value that was published again.
                    let late = try await site.connected(site.member(.integration)) { other in
                        let subscription = try await other.bus.subscribe(to: [TopicFilter(topic)])
                        return await subscription.first { _ in true }
                    }
                    #expect(late?.payload == Array("online".utf8))
                }
            }
        }
    }

    @Test func anOversizedPayloadIsRefusedAndTheConnectionStands() async throws {
        try await SiteBroker.with { site in
            try await site.connected(site.member(.sessionManager)) { client in
                let topic = client.address.topic("event/sessionStarted")
                let message = BusMessage(topic: topic, payload: [UInt8](repeating: 120, count: 200_000))
                #expect(await code { _ = try await client.bus.publish(message) } == .payloadTooLarge)
                let receipt = try await client.bus.publish(BusMessage(topic: topic, payload: [120]))
                #expect(receipt == .noSubscribers)
            }
        }
    }

    @Test func aSlowReaderLosesNothing() async throws {
        let count = 5000
        try await SiteBroker.with { site in
            try await site.connected(site.member(.vitalbus)) { reader in
                let collector = Collector()
                let filter = try TopicFilter("vitalbus/v1/s/+/event/sessionStarted")
                let subscription = try await reader.bus.subscribe(to: [filter], capacity: 4)
                let reading = Task { await collector.read(subscription, pauseEvery: 10) }
                defer { reading.cancel() }
                try await site.connected(site.member(.sessionManager)) { writer in
                    let topic = writer.address.topic("event/sessionStarted")
                    for number in 0..<count {
                        _ = try await writer.bus.publish(BusMessage(topic: topic, payload: Array("\(number)".utf8)))
                    }
                }
                #expect(await eventually { await collector.texts.count >= count })
                #expect(await collector.texts == (0..<count).map(String.init))
            }
        }
    }
}

private func code(_ body: () async throws -> Void) async -> BusError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? BusError)?.code
    }
}

/// Blocks the thread, like a library call or long work.
private func block(until gate: DispatchSemaphore) { gate.wait() }

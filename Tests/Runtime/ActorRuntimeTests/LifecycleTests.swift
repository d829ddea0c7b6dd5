import ActorRuntime
import BusContract
import Foundation
import MessageBus
import Synchronization
import TestSupport
import Testing

@Suite struct LifecycleTests {
    @Test func goesOnlineDrainsAndGoesOffline() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let run = try await hub.run()
        async let ended: Void = run.run()
        var words: [String] = []
        for await message in availability {
            let word = String(decoding: message.payload, as: UTF8.self)
            if words.last != word, word != Presence.question { words.append(word) }
            if word == "online" { run.shutDown() }
            if word == "offline" { break }
        }
        try await ended
        #expect(words == ["online", "draining", "offline"])
        #expect(hub.journal.notes == ["drained", "run cancelled", "closed"])
    }

    @Test func publishesInfoAndHealth() async throws {
        let hub = try TinyHub()
        let infos = try await hub.watch("actor/tiny-actor/main/info")
        let healths = try await hub.watch("actor/tiny-actor/main/health")
        let key = try hub.directory.write("site-key", text: "key")
        let run = try await hub.run(["health.interval": "1s"])
        async let ended: Void = run.run()
        let info = try #require(await infos.first { _ in true })
        let health = try #require(await healths.first { _ in true })
        let next = try #require(await healths.first { _ in true })
        run.shutDown()
        try await ended
        let facts = try Envelope<ActorInfo>.decode(info.payload).data
        #expect(facts.version == "1.2.3")
        #expect(facts.actor == "tiny-actor")
        #expect(facts.epoch > 1_700_000_000_000)
        let state = try Envelope<ActorHealth>.decode(health.payload)
        #expect(state.type == "vitalbus.health.v1")
        #expect(state.data.queueDepths == ["upload": 2])
        #expect((0...30).contains(state.data.uptimeSeconds ?? -1))
        #expect(state.data.intervalSeconds == 1)
        let disk = try #require(state.data.disk)
        #expect(disk.freeBytes > 0 && disk.freeBytes <= disk.totalBytes)
        #expect(state.data.clock != nil && state.data.certificate == nil)
        let birth = try FileManager.default.attributesOfItem(atPath: key)[.modificationDate] as? Date
        let since = try #require(state.data.backup?.since)
        #expect(state.data.backup?.made == nil && abs(since.timeIntervalSince(birth ?? .distantPast)) < 0.01)
        // The first health message cannot know the broker's round-trip time yet.
        #expect(try Envelope<ActorHealth>.decode(next.payload).data.brokerMilliseconds ?? -1 >= 0)
    }

    @Test func servesRequests() async throws {
        let hub = try TinyHub()
        let run = try await hub.run()
        async let ended: Void = run.run()
        let caller = BusClient(
            bus: hub.broker.connect(),
            address: try BusAddress(site: "home", hub: "room-1", actor: "cli", instance: "x"),
            epoch: 1,
            environment: .system
        )
        let requests = RequestClient(caller)
        let replies = Task { try await requests.run() }
        var answer: TinyActor.Echo?
        while answer == nil {
            do {
                let body = TinyActor.Echo(text: "hello")
                answer = try await requests.call(TinyActor.echo, hub: "room-1", body: body, timeout: Patience.limit)
            } catch let error as BusError where error.code == .noResponder {
                await Task.yield()
            }
        }
        #expect(answer?.text == "hello")
        replies.cancel()
        run.shutDown()
        try await ended
    }

    @Test func waitsForABrokerThatIsAway() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        hub.broker.goDown()
        let run = try await hub.run()
        async let ended: Void = run.run()
        hub.broker.comeBack()
        await hub.wait(for: "online", on: availability)
        run.shutDown()
        try await ended
    }

    @Test func endsInOrderWithoutABroker() async throws {
        let hub = try TinyHub()
        hub.broker.goDown()
        let run = try await hub.run()
        run.shutDown()
        try await run.run()
        #expect(hub.journal.notes.first == "drained without a bus")
    }

    @Test func saysOfflineWhenTheActorFails() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let run = try await hub.run(["fail": "run"])
        await #expect(throws: TinyActor.Failure.self) { try await run.run() }
        await hub.wait(for: "offline", on: availability)
        #expect(hub.journal.notes == ["drained", "closed"])
    }

    @Test func endsInOrderWhenTheActorIsDone() async throws {
        let hub = try TinyHub()
        let run = try await hub.run(["finishes": "true"])
        try await run.run()
        #expect(hub.journal.notes == ["drained", "closed"])
    }

    @Test func endsInOrderWhereClosingFails() async throws {
        let hub = try TinyHub()
        let run = try await hub.run(["finishes": "true", "fail": "close"])
        try await run.run()
        #expect(hub.journal.notes == ["drained", "closed"])
    }

    @Test func failsWhenTheActorCannotBeBuilt() async throws {
        let hub = try TinyHub()
        await #expect(throws: TinyActor.Failure.self) { _ = try await hub.run(["fail": "init"]) }
    }

    @Test func runsOncePerHubAndCountsItsStarts() async throws {
        let hub = try TinyHub()
        var first: ActorRun<TinyActor>? = try await hub.run()
        let epoch = try #require(first?.context.epoch)
        let error = await #expect(throws: RuntimeError.self) { _ = try await hub.run(["instance": "second"]) }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.exitCode == 75)
        #expect(error?.message.contains("pid \(getpid())") == true)
        first = nil
        #expect(first == nil)
        let next = try await hub.run()
        #expect(next.context.epoch > epoch)
        _ = try await hub.run(["hub": "room-2"])
    }

    @Test func refusesToServeBesideAnotherOfItsName() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let first = try await hub.run()
        async let ended: Void = first.run()
        await hub.wait(for: "online", on: availability)
        // Another state directory shares no lock.
        let other = try TemporaryFolder()
        // Its patience never ends here: the first one's answer may be late.
        let second = try await hub.run(["state.directory": other.path], clock: ManualClock())
        let error = await #expect(throws: RuntimeError.self) { try await second.run() }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.exitCode == 75)
        #expect(error?.message.contains("'room-1.tiny-actor.main'") == true)
        #expect(error?.message.contains("version 1.2.3") == true)
        first.shutDown()
        try await ended
    }

    /// Two starts in the same millisecond have the same epoch, and would push each other out for ever.
    @Test func leavesToAnotherThatTookItsNameWithTheSameEpoch() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let info = try await hub.watch("actor/tiny-actor/main/info")
        // Its patience never ends here: the answer to its question may be late.
        let first = try await hub.run(clock: ManualClock())
        async let ended: Void = first.run()
        await hub.wait(for: "online", on: availability)
        var told = try #require(await info.first { _ in true })
        let askAgain = try #require(hub.requests.all.withLock { $0.first?.beforeReconnecting })
        // The process asks nothing while the broker still has its own `info`.
        try await askAgain()
        var envelope = try Envelope<ActorInfo>.decode(told.payload)
        envelope.data.startID = "another"
        (told.payload, told.retain) = (try envelope.encoded(), true)
        _ = try await hub.broker.connect().publish(told)
        let error = await #expect(throws: RuntimeError.self) { try await askAgain() }
        #expect(error?.code == .alreadyRunning)
        first.shutDown()
        try await ended
    }

    /// When a broker returns it resends its retained messages; these are not another process's answer.
    @Test func aBrokerThatComesBackWhileItIsAskedIsNoAnswer() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let stale = BusMessage(
            topic: hub.topic("actor/tiny-actor/main/availability"),
            payload: Array("online".utf8),
            retain: true
        )
        _ = try await hub.broker.connect().publish(stale)
        await hub.wait(for: "online", on: availability)
        let run = try await hub.run()
        async let ended: Void = run.run()
        for _ in 0..<2 { await hub.wait(for: Presence.question, on: availability) }
        hub.broker.goDown(keepingRetained: true)
        hub.broker.comeBack()
        // The retained `online` is the stale one; a live one comes from this run once it serves. An earlier shutdown would
        // publish `draining` while the run still asks, and answer its own question.
        #expect(await availability.first { $0.payload == stale.payload && !$0.retain } != nil, "it serves")
        run.shutDown()
        try await ended
    }

    @Test func startsAfterACrashThatLeftItOnline() async throws {
        let hub = try TinyHub()
        let availability = try await hub.watch("actor/tiny-actor/main/availability")
        let stale = BusMessage(
            topic: hub.topic("actor/tiny-actor/main/availability"),
            payload: Array("online".utf8),
            retain: true
        )
        _ = try await hub.broker.connect().publish(stale)
        await hub.wait(for: "online", on: availability)
        let run = try await hub.run()
        async let ended: Void = run.run()
        // This is the second `online`; the stale one was read above.
        await hub.wait(for: "online", on: availability)
        run.shutDown()
        try await ended
    }

    @Test(arguments: [["epoch"], ["epoch.copy"], ["epoch", "epoch.copy"]])
    func startsWithADamagedEpoch(files: [String]) async throws {
        let hub = try TinyHub()
        try FileManager.default.createDirectory(
            atPath: "\(hub.directory.path)/room-1.tiny-actor.main",
            withIntermediateDirectories: true
        )
        for file in ["epoch", "epoch.copy"] {
            _ = try hub.directory.write(
                "room-1.tiny-actor.main/\(file)",
                text: files.contains(file) ? "" : "9999999999999998"
            )
        }
        let before = Int64(Date().timeIntervalSince1970 * 1000) - 1_000
        let run = try await hub.run()
        #expect(files.count == 2 ? run.context.epoch > before : run.context.epoch == 9_999_999_999_999_999)
    }

    @Test func startsAfterTheLastChangeWhereTheClockIsEarlier() async throws {
        let hub = try TinyHub()
        let folder = "\(hub.directory.path)/room-1.tiny-actor.main"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in ["epoch", "epoch.copy"] {
            _ = try hub.directory.write("room-1.tiny-actor.main/\(file)", text: "no number")
        }
        let later = Date(timeIntervalSince1970: 4_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: "\(folder)/epoch")
        #expect(try await hub.run().context.epoch == 4_000_000_000_001)
    }

    @Test func neverCountsBackwards() async throws {
        let hub = try TinyHub()
        try FileManager.default.createDirectory(
            atPath: "\(hub.directory.path)/room-1.tiny-actor.main",
            withIntermediateDirectories: true
        )
        _ = try hub.directory.write("room-1.tiny-actor.main/epoch", text: "9999999999999999")
        #expect(try await hub.run().context.epoch == 10_000_000_000_000_000)
    }
}

import DBus
import DBusTestSupport
import Testing

@Suite struct CallTests {
    @Test func remoteErrorsKeepNameAndMessage() async throws {
        try await BusFixture.run { fixture in
            let refuse = DBusMethod("Refuse") { _ in
                throw DBusError.remote("org.bluez.Error.Failed", message: "br-connection-canceled")
            }
            let leak = DBusMethod("Leak") { _ in throw CancellationError() }
            let odd = DBusMethod("Odd") { _ in throw DBusError.remote("not a name", message: "nul\0") }
            try await fixture.service.export([DBusInterface("t.t", methods: [refuse, leak, odd])], at: "/t")
            let name = try #require(await fixture.service.uniqueName)
            func call(_ member: String, _ arguments: [DBusValue] = [], path: DBusObjectPath = "/t") async -> DBusError?
            {
                await error {
                    _ = try await fixture.client.call(
                        destination: name,
                        path: path,
                        interface: "t.t",
                        member: member,
                        arguments: arguments
                    )
                }
            }
            #expect(await call("Refuse") == .remote("org.bluez.Error.Failed", message: "br-connection-canceled"))
            #expect(await call("Leak") == .remote(DBusErrorName.failed, message: "The call failed."))
            #expect(await call("Odd")?.errorName == DBusErrorName.failed)
            #expect(await call("Missing")?.errorName == DBusErrorName.unknownMethod)
            #expect(await call("Refuse", ["extra"])?.errorName == DBusErrorName.invalidArgs)
            #expect(await call("Refuse", path: "/nobody")?.errorName == DBusErrorName.unknownObject)
        }
    }

    @Test func unknownServicesAreARetriableRemoteError() async throws {
        try await BusFixture.run { fixture in
            let thrown = await error {
                _ = try await fixture.client.call(destination: "no.such", path: "/", interface: "a.b", member: "C")
            }
            #expect(thrown?.errorName == DBusErrorName.serviceUnknown)
            #expect(thrown?.isRetriable == true)
        }
    }

    @Test func lateRepliesTimeOutAndAreDropped() async throws {
        try await BusFixture.run { fixture in
            let gate = Gate()
            let wait = DBusMethod("Wait") { _ in
                await gate.wait()
                return []
            }
            try await fixture.exportEcho([.byte])
            try await fixture.service.export([DBusInterface("t.t", methods: [wait])], at: "/t")
            let thrown = await code {
                _ = try await fixture.client.call(
                    destination: BusFixture.name,
                    path: "/t",
                    interface: "t.t",
                    member: "Wait",
                    timeout: .milliseconds(50)
                )
            }
            #expect(thrown == .timeout)
            await gate.open()
            #expect(try await fixture.echo(.byte(3)) == .byte(3))
        }
    }

    @Test func cancellingEndsTheWait() async throws {
        try await BusFixture.run { fixture in
            let gate = Gate()
            let wait = DBusMethod("Wait") { _ in
                await gate.arrive()
                await gate.wait()
                return []
            }
            try await fixture.service.export([DBusInterface("t.t", methods: [wait])], at: "/t")
            let name = try #require(await fixture.service.uniqueName)
            let client = fixture.client
            let task = Task {
                try await client.call(destination: name, path: "/t", interface: "t.t", member: "Wait")
            }
            await gate.waitForArrival()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await gate.open()
            let start = Gate()
            let cancelledBefore = Task {
                await start.wait()
                return try await client.call(destination: name, path: "/t", interface: "t.t", member: "Wait")
            }
            cancelledBefore.cancel()
            await start.open()
            await #expect(throws: CancellationError.self) { try await cancelledBefore.value }
        }
    }

    @Test func aThousandCallsAtOnce() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.uint32])
            try await withThrowingTaskGroup { group in
                for number in 0..<UInt32(1000) {
                    group.addTask { (number, try await fixture.client.echoed(number)) }
                }
                var count = 0
                for try await (number, value) in group {
                    #expect(value == .uint32(number))
                    count += 1
                }
                #expect(count == 1000)
            }
        }
    }

    @Test func callsBeforeConnectingAndAfterClosingFail() async throws {
        let connection = DBusConnection(address: DBusAddress("unix:path=/nonexistent/bus"))
        #expect(await code { _ = try await connection.nameOwner(of: "a.b") } == .disconnected)
        #expect(await code { try await connection.connect() } == .connectFailed)
        #expect(await code { try await connection.connect() } == .connectFailed)
        let bad = DBusConnection(address: DBusAddress("no address"))
        #expect(await code { try await bad.connect() } == .connectFailed)
        await connection.close()
        #expect(await code { try await connection.connect() } == .closed)
    }
}

extension DBusConnection {
    fileprivate func echoed(_ number: UInt32) async throws -> DBusValue? {
        try await call(
            destination: BusFixture.name,
            path: BusFixture.path,
            interface: BusFixture.interface,
            member: "Echo0",
            arguments: [.uint32(number)]
        ).first
    }
}

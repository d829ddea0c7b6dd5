import DBus
import Testing

@Suite struct ObjectTests {
    @Test func propertiesAreReadAndWritten() async throws {
        try await BusFixture.run { fixture in
            let store = Store()
            let name = try await fixture.exportStore(store)
            let object = DBusRemoteObject(fixture.client, destination: name, path: "/a/b")
            #expect(try await object.property("Alias", of: "t.t") == "first")
            let all = try await object.properties(of: "t.t")
            #expect(all == ["Alias": "first", "Address": "00:11"], "absent properties are left out")
            try await object.setProperty("Alias", of: "t.t", to: "second")
            #expect(await store.alias == "second")
            func set(_ property: String, _ value: DBusValue) async -> String? {
                await error {
                    try await object.setProperty(property, of: "t.t", to: value)
                }?.errorName
            }
            #expect(await set("Alias", 5) == DBusErrorName.invalidArgs)
            #expect(await set("Address", "x") == DBusErrorName.propertyReadOnly)
            #expect(await set("Nothing", "x") == DBusErrorName.unknownProperty)
            let absent = await error {
                _ = try await object.property("RSSI", of: "t.t")
            }
            #expect(absent?.errorName == DBusErrorName.unknownProperty)
        }
    }

    @Test func anObjectManagerTellsOfItsObjects() async throws {
        try await BusFixture.run { fixture in
            try await fixture.service.exportObjectManager(at: "/")
            let name = try await fixture.exportStore(Store())
            let stream = try await fixture.client.signals(
                matching: DBusMatchRule(interface: "org.freedesktop.DBus.ObjectManager")
            )
            let first = try await DBusRemoteObject(fixture.client, destination: name).managedObjects()
            #expect(first.objects == ["/a/b": ["t.t": ["Alias": "first", "Address": "00:11"]]])
            try await fixture.service.export([DBusInterface("t.u")], at: "/a/c")
            try await fixture.service.unexport(at: "/a/b")
            var iterator = stream.makeAsyncIterator()
            guard case .signal(let added)? = await iterator.next(), case .signal(let removed)? = await iterator.next()
            else {
                Issue.record("The signals did not come.")
                return
            }
            #expect(added.member == "InterfacesAdded")
            #expect(added.arguments.first?.objectPath == "/a/c")
            #expect(added.arguments.last?.interfaces == ["t.u": [:]])
            #expect(removed.member == "InterfacesRemoved")
            #expect(removed.arguments == [.objectPath("/a/b"), .strings(["t.t"])])
            let second = try await DBusRemoteObject(fixture.client, destination: name).managedObjects()
            #expect(second.objects == ["/a/c": ["t.u": [:]]])
            #expect(second.ordinal > removed.ordinal && removed.ordinal > first.ordinal)
        }
    }

    @Test func propertyChangesArriveInTheStandardForm() async throws {
        try await BusFixture.run { fixture in
            let stream = try await fixture.client.signals(matching: DBusMatchRule(member: "PropertiesChanged"))
            try await fixture.service.emitPropertiesChanged(
                path: "/a",
                interface: "t.t",
                changed: ["Value": .bytes([1, 2])],
                invalidated: ["Gone"]
            )
            let event = await stream.first { _ in true }
            guard case .signal(let signal)? = event else {
                Issue.record("The signal did not come.")
                return
            }
            #expect(signal.arguments[0] == "t.t")
            #expect(signal.arguments[1].properties == ["Value": .bytes([1, 2])])
            #expect(signal.arguments[2].stringArray == ["Gone"])
        }
    }

    @Test func introspectionAndPingAnswer() async throws {
        try await BusFixture.run { fixture in
            let name = try await fixture.exportStore(Store())
            func introspect(_ path: DBusObjectPath) async throws -> String {
                let reply = try await fixture.client.call(
                    destination: name,
                    path: path,
                    interface: "org.freedesktop.DBus.Introspectable",
                    member: "Introspect"
                )
                return reply.first?.string ?? ""
            }
            #expect(try await introspect("/").contains("<node name=\"a\"/>"))
            let text = try await introspect("/a/b")
            #expect(text.contains("<property name=\"Alias\" type=\"s\" access=\"readwrite\"/>"))
            #expect(text.contains("org.freedesktop.DBus.Properties"))
            let pong = try await fixture.client.call(
                destination: name,
                path: "/anything",
                interface: "org.freedesktop.DBus.Peer",
                member: "Ping"
            )
            #expect(pong.isEmpty)
        }
    }

    /// Handlers of one caller enter an actor in the order of the calls.
    @Test func handlersStartInOrder() async throws {
        try await BusFixture.run { fixture in
            let log = Store()
            let note = DBusMethod("Note", in: [.uint32]) { call in
                await log.note(call.arguments[0])
                return []
            }
            try await fixture.service.export([DBusInterface("t.t", methods: [note])], at: "/t")
            let name = try #require(await fixture.service.uniqueName)
            let client = fixture.client
            // Each task sends before the next one starts; none waits for another's reply.
            let tasks = (0..<UInt32(200)).map { number in
                Task.immediate {
                    try await client.call(
                        destination: name,
                        path: "/t",
                        interface: "t.t",
                        member: "Note",
                        arguments: [.uint32(number)]
                    )
                }
            }
            for task in tasks { _ = try await task.value }
            #expect(await log.notes == (0..<UInt32(200)).map(DBusValue.uint32))
        }
    }
}

actor Store {
    var alias = "first"
    var notes: [DBusValue] = []

    func set(_ alias: String) { self.alias = alias }
    func note(_ value: DBusValue) { notes.append(value) }
}

extension BusFixture {
    /// Exports an object with a writable, a read-only and an absent property; returns the service's name.
    func exportStore(_ store: Store) async throws -> String {
        let absent = DBusProperty("RSSI", type: .int16) {
            throw DBusError.remote(DBusErrorName.unknownProperty, message: "No such property 'RSSI'")
        }
        let setAlias: DBusProperty.Setter = { value, _ in await store.set(value.string ?? "") }
        let alias = DBusProperty("Alias", type: .string, get: { .string(await store.alias) }, set: setAlias)
        let address = DBusProperty("Address", type: .string) { "00:11" }
        try await service.export([DBusInterface("t.t", properties: [absent, alias, address])], at: "/a/b")
        return try #require(await service.uniqueName)
    }
}

import DBus
import Testing

/// Every type travels over a real bus and back unchanged.
@Suite struct ValueTests {
    static let values: [DBusValue] = [
        .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .int16(.max), .uint16(.max), .int32(.min),
        .int32(.max), .uint32(.max), .int64(.min), .int64(.max), .uint64(.max), .double(-0.1), .double(.infinity),
        .double(.leastNonzeroMagnitude), .string(""), .string("Zahl 36,6 °C 測定 \u{1F9B5}"), .objectPath("/"),
        .objectPath("/org/bluez/hci0/dev_00_11"), .signature(DBusSignature(types: [])),
        .signature(DBusSignature(types: [.dictionary(key: .string, value: .variant), .structure([.byte, .int64])])),
        .variant(.variant(.variant(.byte(1)))), .bytes([]), .bytes(Array(0...255)), .array([], of: .string),
        .array([.array([], of: .double), .array([.double(1)], of: .double)], of: .array(.double)),
        .array([.bytes([1]), .bytes([])], of: .array(.byte)), .array([.variant(1), .variant("x")], of: .variant),
        .structure([.byte(1), .structure([.string("a"), .bytes([9])]), .array([], of: .structure([.int16, .int16]))]),
        .dictionary([:]),
        .dictionary(["RSSI": .int16(-50), "UUIDs": .strings(["1810"]), "Nested": .dictionary(["a": true])]),
        .dictionary(
            DBusDictionary(
                keyType: .uint16,
                valueType: .variant,
                entries: [
                    DBusDictionaryEntry(key: .uint16(0x0157), value: .variant(.bytes([1, 2]))),
                    DBusDictionaryEntry(key: .uint16(3), value: .variant(.bytes([]))),
                ]
            )
        ),
        .dictionary(
            DBusDictionary(keyType: .objectPath, valueType: .dictionary(key: .byte, value: .boolean), entries: [])
        ),
    ]

    @Test func everyTypeComesBackUnchanged() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho(Self.values.map(\.type))
            for (index, value) in Self.values.enumerated() {
                #expect(try await fixture.echo(value, index) == value)
            }
        }
    }

    @Test func nestingUpToTheLimitPassesAndBeyondThrows() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.variant])
            let deepest = Self.nested(60)
            #expect(try await fixture.echo(deepest) == deepest)
            #expect(await code { _ = try await fixture.echo(Self.nested(70)) } == .tooLarge)
        }
    }

    private static func nested(_ depth: Int) -> DBusValue {
        (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) }
    }

    @Test func bigArraysPassAndTooBigOnesThrow() async throws {
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.array(.byte)])
            let big = DBusValue.bytes([UInt8](repeating: 7, count: 4 << 20))
            #expect(try await fixture.echo(big) == big)
            let tooBig = DBusValue.bytes([UInt8](repeating: 7, count: 17 << 20))
            #expect(await code { _ = try await fixture.echo(tooBig) } == .tooLarge)
        }
    }

    /// libdbus aborts the process on each of these; here each one throws, and the connection still works.
    @Test func invalidTextsThrow() async throws {
        let mixed = DBusValue.array([.byte(1)], of: .string)
        let emptyStructure = DBusValue.structure([])
        let badKey = DBusValue.dictionary(DBusDictionary(keyType: .variant, valueType: .byte, entries: []))
        let deep = (0..<40).reduce(DBusType.byte) { type, _ in .array(type) }
        let values: [DBusValue] = [
            .string("a\0b"), .objectPath("no/slash"), .objectPath("/trailing/"), .objectPath(""), .objectPath("/a\0"),
            .objectPath("/ü"), mixed, emptyStructure, badKey, .array([], of: deep), .variant(.string("\0")),
            .signature(DBusSignature(types: [.structure([])])),
        ]
        try await BusFixture.run { fixture in
            try await fixture.exportEcho([.byte])
            for value in values {
                #expect(await code { _ = try await fixture.echo(value) } == .invalidArgument, "\(value)")
            }
            #expect(try await fixture.echo(.byte(5)) == .byte(5))
        }
    }

    @Test(arguments: BadCall.all)
    func invalidNamesThrow(_ call: BadCall) async throws {
        try await BusFixture.run { fixture in
            let thrown = await code {
                _ = try await fixture.client.call(
                    destination: call.destination,
                    path: call.path,
                    interface: call.interface,
                    member: call.member
                )
            }
            #expect(thrown == .invalidArgument)
            let owner = try await fixture.client.nameOwner(of: "a.b")
            #expect(owner == nil, "the connection works on")
        }
    }

    @Test(arguments: ["a{sv}", "(yb)aaoa{q(ii)}v", "", "aaaay"])
    func signaturesParseAndPrint(_ text: String) throws {
        #expect(try DBusSignature(text).description == text)
    }

    @Test(arguments: [
        "a", "(", "()", "a{vs}", "a{s}", "a{svs}", "{sv}", "z", "(s", "s)", String(repeating: "a", count: 33) + "y",
    ])
    func brokenSignaturesThrow(_ text: String) {
        #expect(throws: DBusError.self) { try DBusSignature(text) }
    }

    @Test func fileDescriptorsAreNamedAsUnsupported() async {
        #expect(await code { _ = try DBusSignature("ah") } == .unsupportedType)
    }

    @Test func accessorsLookThroughVariants() {
        let value = DBusValue.variant(.dictionary(["A": .int16(-7), "B": .strings(["x", "y"]), "C": .bytes([1])]))
        #expect(value.properties?["A"]?.integer == -7)
        #expect(value.properties?["A"]?.unsigned == nil)
        #expect(value.properties?["B"]?.stringArray == ["x", "y"])
        #expect(value.properties?["C"]?.bytes == [1])
        #expect(value.string == nil)
        #expect(DBusValue.uint64(.max).unsigned == .max)
        #expect(DBusValue.uint64(.max).integer == nil)
    }
}

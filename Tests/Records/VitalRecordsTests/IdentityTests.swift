import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

/// Golden values come from an independent implementation in Python.
///
/// A change of a value here would double records in the field.
@Suite struct IdentityTests {
    private let secret = [UInt8](0..<32)
    private let frame: [UInt8] = [
        0x16, 0x7C, 0, 0x56, 0, 0x61, 0, 0xE8, 0x07, 6, 0x0F, 0x11, 0x11, 0x1B, 0x33, 0, 0x10, 0,
    ]
    private let episode = Date(millisecondsSince1970: 1_767_225_600_123)

    private func device() throws -> DeviceID { try #require(DeviceID("5d3f1c1e-8a35-5c0d-9d0b-0f6f1d1b7a11")) }

    private func key(time: String? = nil, sequence: UInt64? = nil, frame: [UInt8]? = nil, episode: Date? = nil) throws
        -> String
    {
        ReadingKey.bluetooth(
            device: try device(),
            deviceTime: time,
            sequence: sequence,
            measurement: frame ?? self.frame,
            episode: episode ?? self.episode
        ).rawValue
    }

    @Test func readingKeysAreStable() throws {
        #expect(try key(time: "2024-06-15T17:17:27") == "bt1-12944d655187c926f2951a9bfde33063")
        #expect(try key(sequence: 258) == "bt1-c3c31bf01cde5af1153ba5c0593e75b8")
        #expect(try key() == "bt1-aae7997cfe8fbcd5e57432ceaaf1fa18")
        let twin = ReadingKey.bluetoothTwin(device: try device(), measurement: frame)
        #expect(twin.rawValue == "bt1twin-c76d63efa0b34613e7e4e87f5e9ca4ce")
    }

    @Test func importKeysAreStable() throws {
        func sample(_ ordinal: Int, scope: String = "inbox-7") -> String {
            ReadingKey.importSample(
                scope: scope,
                type: "HKQuantityTypeIdentifierStepCount",
                source: "Zoë’s Apple\u{A0}Watch",
                start: episode,
                end: Date(millisecondsSince1970: 1_767_226_500_000),
                ordinal: ordinal
            ).rawValue
        }
        #expect(sample(0) == "imp1-50d16ff9d85b3194aa0ace58bad90d7a")
        #expect(sample(1) == "imp1-6663fc0cf6b0987fff623f1ab445d049")
        // Two people's phones may have equal samples, and a key belongs to one person for ever.
        #expect(sample(0, scope: "inbox-8") != sample(0))
        func day(_ day: Int, _ month: Int = 3) -> String? {
            ReadingKey.importSummary(
                scope: "inbox-7",
                set: "routine",
                sourceScope: "all",
                year: 2026,
                month: month,
                day: day
            )?.rawValue
        }
        #expect(day(1) == "sum1-bbfafa0a4a30a45a3690885fb7d181cd")
        #expect(day(2) != day(1))
        #expect(day(30, 2) == nil)
    }

    @Test func theEpisodeCountsOnlyWithoutTimeAndSequence() throws {
        let later = episode.addingTimeInterval(60)
        #expect(try key() != key(episode: later))
        #expect(try key(time: "2024-06-15T17:17:27") == key(time: "2024-06-15T17:17:27", episode: later))
        #expect(try key(sequence: 1) == key(sequence: 1, episode: later))
    }

    @Test func everyPartMakesAnotherKey() throws {
        let keys = [
            try key(), try key(time: ""), try key(sequence: 0), try key(time: "", sequence: 0),
            try key(frame: frame + [0]), try key(frame: []),
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test func logIDsAreStable() throws {
        let key = try #require(ReadingKey(rawValue: "bt1-12944d655187c926f2951a9bfde33063"))
        let withOrganization = LogID.derive(sessionUser: "zoë", organization: "org1", readingKey: key)
        #expect(withOrganization.rawValue == "bf87047b-abe9-575c-837d-bb13d734036c")
        let without = LogID.derive(sessionUser: "zoë", organization: nil, readingKey: key)
        #expect(without.rawValue == "d2345541-8b8c-581b-a736-953dcf971fe2")
        #expect(LogID.derive(sessionUser: "zoë", organization: "", readingKey: key) != without)
        #expect(
            LogID.derive(sessionUser: "b", organization: "1:a", readingKey: key)
                != LogID.derive(sessionUser: "a1:b", organization: "1:", readingKey: key)
        )
    }

    @Test(arguments: ["AA:BB:CC:0D:EE:FF", "aa:bb:cc:0d:ee:ff", "AABBCC0DEEFF", "aa-bb-cc-0d-ee-ff"])
    func deviceIDsAreStable(address: String) throws {
        let id = try DeviceID.derive(siteSecret: secret, address: address)
        #expect(id.description == "8ceeb842-91e9-5fbb-9bd5-52d8405364b8")
    }

    @Test func deviceIDsDependOnTheSecretAndNeedAnAddress() throws {
        let other = try DeviceID.derive(siteSecret: [UInt8](1..<33), address: "AA:BB:CC:0D:EE:FF")
        #expect(other.description != "8ceeb842-91e9-5fbb-9bd5-52d8405364b8")
        #expect(throws: VitalRecordsError.self) { try DeviceID.derive(siteSecret: [1], address: "AA:BB:CC:0D:EE:FF") }
        for address in ["", "AA:BB:CC:0D:EE", "AA:BB:CC:0D:EE:FG", "ＡA:BB:CC:0D:EE:FF"] {
            #expect(throws: VitalRecordsError.self) { try DeviceID.derive(siteSecret: secret, address: address) }
        }
    }

    @Test func uuid5IsTheStandardOne() throws {
        // RFC 9562, appendix A.4: the DNS namespace and www.example.com.
        let namespace = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        let id = UUID.v5(namespace: namespace, name: "www.example.com".utf8)
        #expect(id.lowercaseString == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test func uuid7HasTheTimeInFront() {
        var generator = SplitMix64(seed: 9)
        // RFC 9562, appendix A.6: 2022-02-22T19:22:22Z is 017F22E2-79B0.
        let id = UUID.v7(at: Date(millisecondsSince1970: 0x017F_22E2_79B0), using: &generator).uuidString
        #expect(id.hasPrefix("017F22E2-79B0-7"))
        #expect("89AB".contains(id[id.index(id.startIndex, offsetBy: 19)]))
        #expect(Set((0..<100).map { _ in UUID.v7(at: .now) }).count == 100)
    }

    @Test func randomKeysDiffer() {
        let keys = Set((0..<100).map { _ in ReadingKey.random() })
        #expect(keys.count == 100)
        #expect(keys.allSatisfy { ReadingKey(rawValue: $0.rawValue) != nil && $0.rawValue.hasPrefix("rnd1-") })
    }

    @Test(arguments: ["a", "room-12", "0", String(repeating: "x", count: 64)])
    func identifiersTakeTheirAlphabet(text: String) throws {
        #expect(try SeatID(text).rawValue == text)
        #expect(HubID(rawValue: text) != nil)
        #expect(SiteID(rawValue: text) != nil)
    }

    @Test(arguments: ["", "A", "a_b", "a/b", "+", "#", "é", "a b", "a\u{301}", String(repeating: "x", count: 65)])
    func identifiersRefuseAnythingElse(text: String) {
        #expect(throws: VitalRecordsError.self) { try SeatID(text) }
        #expect(HubID(rawValue: text) == nil)
        #expect(SiteID(rawValue: text) == nil)
    }
}

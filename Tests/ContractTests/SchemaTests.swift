import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

/// The schemas match the compiled types: the same fields, the same ones required.
@Suite struct SchemaTests {
    static let shared: Set = [
        "envelope.json", "fault.json", "measurement.json", "reading.json", "record.json", "refusal.json",
    ]

    @Test func thereIsOneSchemaForEachMessageAndNoOther() throws {
        let expected = Set(Contract.topics.map { "\($0.name).json" }).union(Self.shared)
        #expect(try TopicFiles.names(in: "schemas") == expected)
    }

    @Test func plainTextHasTheCodesWords() throws {
        for topic in Contract.topics {
            guard case .words(let words) = topic.content else { continue }
            let schema = try TopicFiles.json("schemas/\(topic.name).json")
            #expect(schema["enum"]?.elements.compactMap(\.text) == words)
        }
    }

    /// The code requires the fields that a schema requires, and no others.
    @Test(arguments: ExampleTests.enveloped)
    func requiredIsWhatTheCodeRequires(_ name: String) throws {
        let topic = try Contract.named(name)
        let example = try TopicFiles.json("examples/\(name).json")
        for place in try SchemaWalk(message: name, example: example).places {
            for key in place.value.members.keys {
                let without = try WireJSON.encode(example.setting((place.path + [.key(key)])[...], to: nil))
                let decodes = (try? topic.roundTrip(without)) != nil
                #expect(decodes == !place.requires(key), "\(place.schemaName): \(key)")
            }
        }
    }

    @Test(arguments: ExampleTests.enveloped)
    func everyFieldOfAnExampleIsDocumented(_ name: String) throws {
        let example = try TopicFiles.json("examples/\(name).json")
        for place in try SchemaWalk(message: name, example: example).places {
            let documented = Set(place.schema["properties"]?.members.keys ?? [:].keys)
            #expect(documented.isSuperset(of: place.value.members.keys), "\(place.schemaName)")
        }
    }

    /// Other checks overlook a field that no example shows; a whole reading has every field.
    @Test func everyFieldOfAReadingIsDocumented() throws {
        let time = Date(timeIntervalSince1970: 1_786_000_000)
        var reading = Reading(
            readingKey: .random(),
            twinKey: .random(),
            type: .biometrics,
            timestamp: time,
            utcOffset: 0,
            deviceTime: "2026-08-06T07:06:40",
            clockOffsetSeconds: 0,
            receivedAt: time,
            hub: try #require(HubID(rawValue: "room-1")),
            seat: SeatID(rawValue: "bed-1"),
            device: DeviceID(uuid: UUID()),
            userIndex: 1,
            source: RecordSource(kind: .bluetooth),
            measurements: [],
            context: ReadingContext(),
            details: RecordDetails(),
            awaitsConfirmation: true,
            askedAt: time,
            sessionID: "s",
            isNumbered: false,
            aloneSince: time
        )
        reading.valuesWithheld = true
        let schema = try TopicFiles.json("schemas/reading.json")
        let fields = try WireJSON.decode(JSONValue.self, from: WireJSON.encode(reading)).members.keys
        #expect(fields.count == 25, "a new field is set here, too")
        #expect(Set(fields).isSubset(of: Set(schema["properties"]?.members.keys ?? [:].keys)))
    }

    /// Only the round trip shows that the code drops a documented field, so each field must be in some example.
    @Test func everyDocumentedFieldStandsInAnExample() throws {
        var missing: [String: Set<String>] = [:]
        for name in ExampleTests.enveloped {
            let example = try TopicFiles.json("examples/\(name).json")
            for place in try SchemaWalk(message: name, example: example).places {
                let documented = Set(place.schema["properties"]?.members.keys ?? [:].keys)
                missing[place.schemaName, default: documented].subtract(place.value.members.keys)
            }
        }
        // The contract has it only to reject it, and no example shows it.
        missing["StartSession"]?.remove("accessToken")
        // It replaces the token that the example shows.
        missing["StartSession"]?.remove("sealedToken")
        // It replaces the passkey that the example shows.
        missing["AnswerPasskey"]?.remove("accept")
        let gaps = missing.filter { !$0.key.hasSuffix("]") && !$0.value.isEmpty }
        #expect(gaps.isEmpty, "\(gaps)")
    }

    /// The sender learns what is wrong, instead of a complaint about a missing field.
    @Test func aTokenInTheOpenIsReadToBeRefused() throws {
        let name = "session-manager.startSession.request"
        let example = try TopicFiles.json("examples/\(name).json")
        let plain = example.setting([.key("data"), .key("accessToken")], to: .string("synthetic-token"))
        let again = try Contract.named(name).roundTrip(WireJSON.encode(plain))
        #expect(try WireJSON.decode(JSONValue.self, from: again) == plain)
    }
}

extension SchemaWalk.Place {
    /// Whether a field must be present: it is required, and is not written as `null` when absent.
    func requires(_ key: String) -> Bool {
        guard schema["required"]?.elements.contains(.string(key)) ?? false else { return false }
        let property = schema.at("properties", key)
        let isNullable = property?["type"]?.elements.contains(.string("null")) ?? false
        return !isNullable && property?["anyOf"] == nil
    }
}

import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing

/// Every message has a complete example that the compiled type reads and writes.
@Suite struct ExampleTests {
    static let enveloped = Contract.topics.filter { !$0.isPlain }.map(\.name)

    @Test(arguments: enveloped)
    func roundTrips(_ name: String) throws {
        let bytes = try TopicFiles.bytes("examples/\(name).json")
        let again = try Contract.named(name).roundTrip(bytes)
        #expect(try json(again) == json(bytes))
    }

    /// The usual form of a message needs no `Codable` for its attributes.
    @Test(arguments: enveloped)
    func isReadAndWrittenQuickly(_ name: String) throws {
        let bytes = try TopicFiles.bytes("examples/\(name).json")
        #expect(try EnvelopeText(bytes).isQuick)
        let envelope = try Envelope<JSONValue>.decode(bytes)
        #expect(try envelope.encodedByCodable() == Envelope<JSONValue>.decodeByCodable(bytes).encodedByCodable())
        #expect(try envelope.encoded() == envelope.encodedByCodable())
    }

    @Test(arguments: enveloped)
    func namesItsType(_ name: String) throws {
        let example = try TopicFiles.json("examples/\(name).json")
        #expect(example["type"]?.text == (try Contract.named(name).type))
    }

    @Test(arguments: enveloped)
    func unknownFieldsArePassedOver(_ name: String) throws {
        let example = try TopicFiles.json("examples/\(name).json")
        var stranger = example
        for place in try SchemaWalk(message: name, example: example).places {
            let unknown = JSONValue.object(["deep": .array([.null, .number(1.5)])])
            stranger = stranger.setting((place.path + [.key("fieldOfTheFuture")])[...], to: unknown)
        }
        #expect(stranger != example)
        let again = try Contract.named(name).roundTrip(WireJSON.encode(stranger))
        #expect(try json(again) == example)
    }

    /// Word lists are open: a newer version's word is passed on (additive within v1).
    @Test(arguments: enveloped)
    func unknownWordsAreCarried(_ name: String) throws {
        let example = try TopicFiles.json("examples/\(name).json")
        for place in try SchemaWalk(message: name, example: example).places {
            for (key, property) in place.schema["properties"]?.members ?? [:] {
                guard property["type"]?.text == "string", property["examples"] != nil, place.value[key] != nil else {
                    continue
                }
                let changed = example.setting((place.path + [.key(key)])[...], to: .string("wordOfTheFuture"))
                let again = try? Contract.named(name).roundTrip(WireJSON.encode(changed))
                let isCarried = try again.map { try json($0) == changed } ?? false
                #expect(isCarried, "\(place.schemaName): \(key)")
            }
        }
    }

    @Test func plainTextIsAKnownWord() throws {
        for topic in Contract.topics {
            guard case .words(let words) = topic.content else { continue }
            #expect(words.contains(try TopicFiles.text("examples/\(topic.name).txt")))
        }
    }

    @Test func thereIsOneExampleForEachMessageAndNoOther() throws {
        let expected = Contract.topics.map { "\($0.name).\($0.isPlain ? "txt" : "json")" }
        #expect(try TopicFiles.names(in: "examples") == Set(expected))
    }

    @Test func namesAreUnique() {
        #expect(Set(Contract.topics.map(\.name)).count == Contract.topics.count)
    }

    private func json(_ bytes: [UInt8]) throws -> JSONValue { try WireJSON.decode(JSONValue.self, from: bytes) }
}

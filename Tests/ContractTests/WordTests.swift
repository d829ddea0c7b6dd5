import BusContract
import ContractLiterals
import ContractSchemas
import Foundation
import MessageBus
import Testing

/// The schemas list exactly the words that the types know, and unknown words are passed on.
@Suite struct WordTests {
    private static let found: (schemas: [String: SchemaNode], words: [String: any ContractWord.Type]) = {
        var schemas = ContractSchemas()
        let made = Contract.topics.compactMap { topic in
            (try? schemas.schema(of: topic)).map { (topic.name, $0) }
        }
        return (Dictionary(made) { first, _ in first }, schemas.words)
    }()
    static let names = found.words.keys.sorted()

    @Test func everyTopicHasASchema() {
        #expect(Set(Self.found.schemas.keys) == Set(Contract.topics.map(\.name)))
        #expect(Self.names.count == 50)
    }

    @Test(arguments: names)
    func listsAreWords(_ name: String) throws {
        let type = try #require(Self.found.words[name])
        let words = type.known.map { $0.rawValue }
        #expect(!words.isEmpty && Set(words).count == words.count && !words.contains(""))
    }

    @Test(arguments: names)
    func unknownWordsAreCarried(_ name: String) throws {
        func again<Word: ContractWord>(_ type: Word.Type) throws -> Word {
            let bytes = try WireJSON.encode(["word": Word(rawValue: "ofANewerVersion")])
            #expect(String(decoding: bytes, as: UTF8.self) == #"{"word":"ofANewerVersion"}"#)
            return try #require(try WireJSON.decode([String: Word].self, from: bytes)["word"])
        }
        let type = try #require(Self.found.words[name])
        let word = try again(type)
        #expect("\(word)" == "ofANewerVersion" && !word.isKnown)
    }

    /// The published schemas in `topics/` list the types' words in the same order.
    @Test(arguments: Contract.topics.map(\.name))
    func publishedSchemasAreTheTypesOwn(_ name: String) throws {
        let made = try #require(Self.found.schemas[name])
        let published = try TopicFiles.json("schemas/\(name).json")
        let own = try WireJSON.decode(JSONValue.self, from: Array(try made.json().utf8))
        #expect(published.withoutDescriptions == own.withoutDescriptions)
    }
}

extension JSONValue {
    /// The value without a schema's descriptions, which come from the types' documentation.
    fileprivate var withoutDescriptions: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { name, value in
                    guard name == "description", case .string = value else { return true }
                    return false
                }.mapValues(\.withoutDescriptions)
            )
        case .array(let elements): .array(elements.map(\.withoutDescriptions))
        default: self
        }
    }
}

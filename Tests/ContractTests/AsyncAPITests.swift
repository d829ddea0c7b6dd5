import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing

/// `asyncapi.yaml` describes every topic as the compiled contract does.
@Suite struct AsyncAPITests {
    static let names = Contract.topics.map(\.name)
    /// The roles that send requests and listen from outside; the page does so for people.
    private static let people: Set<BusRole> = [.vitalbus, .operator, .page, .caregiver, .viewer, .integration]

    @Test func isAsyncAPI3() throws {
        #expect(try TopicFiles.asyncAPI()["asyncapi"]?.text == "3.0.0")
    }

    @Test func hasTheContractsMessagesAndNoOther() throws {
        let document = try TopicFiles.asyncAPI()
        #expect(Set(try #require(document.at("components", "messages")).members.keys) == Set(Self.names))
        #expect(Set(try #require(document["operations"]).members.keys) == Set(Contract.topics.flatMap(keys)))
    }

    @Test func hasTheContractsChannelsAndNoOther() throws {
        let channels = try #require(TopicFiles.asyncAPI()["channels"]).members
        let addresses = channels.values.compactMap { $0["address"]?.text }
        #expect(Set(addresses) == Set(Contract.topics.map { "vitalbus/v1/{site}/{hub}/\($0.template)" }))
        #expect(Set(addresses).count == channels.count)
    }

    @Test(arguments: names)
    func theChannelFits(_ name: String) throws {
        let topic = try Contract.named(name)
        let ends = try operations(name).map { $0.at("channel", "$ref")?.text?.split(separator: "/").last }
        let key = try #require(ends.first ?? nil)
        #expect(ends.allSatisfy { $0 == key })
        let channel = try #require(TopicFiles.asyncAPI().at("channels", String(key)))
        #expect(channel["address"]?.text == "vitalbus/v1/{site}/{hub}/\(topic.template)")
        #expect(channel.at("messages", name, "$ref")?.text == "#/components/messages/\(name)")
        let variables = topic.template.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            $0.dropFirst().dropLast()
        }
        #expect(
            Set(channel["parameters"]?.members.keys ?? [:].keys) == Set(variables.map(String.init) + ["site", "hub"])
        )
    }

    @Test(arguments: names)
    func qualityAndRetainFit(_ name: String) throws {
        let topic = try Contract.named(name)
        for operation in try operations(name) {
            let binding = try #require(operation.at("bindings", "mqtt"))
            #expect(binding["qos"] == .number(.init(topic.quality.rawValue)))
            #expect(binding["retain"] == .bool(topic.retain))
        }
    }

    @Test(arguments: names)
    func rightsFit(_ name: String) throws {
        let topic = try Contract.named(name)
        let message = try message(name)
        #expect(grants(message["x-writers"]) == topic.writers.map(text))
        #expect(grants(message["x-readers"]) == topic.readers.map(text))
        #expect(message["x-server"]?.text == topic.server?.rawValue)
    }

    @Test(arguments: names)
    func theMessageFits(_ name: String) throws {
        let topic = try Contract.named(name)
        let message = try message(name)
        #expect(message["name"]?.text == topic.type)
        #expect(message.at("payload", "schema", "$ref")?.text == "./schemas/\(name).json")
        #expect(message["contentType"]?.text == (topic.isPlain ? "text/plain" : "application/cloudevents+json"))
    }

    @Test func everyRequestNamesItsReply() throws {
        for name in Self.names where name.hasSuffix(".reply") {
            let base = String(name.dropLast(".reply".count))
            let request = Self.names.contains(base) ? base : "\(base).request"
            for operation in try operations(request) {
                let reply = try #require(operation["reply"])
                #expect(reply["messages"]?.elements.first?["$ref"]?.text == "#/channels/reply.client/messages/\(name)")
                #expect(reply.at("address", "location")?.text == "$message.payload#/replyto")
            }
        }
    }

    /// The operations of a message, depending on which parts of VitalBus write and read it.
    private func keys(_ topic: TopicDescriptor) -> [String] {
        [("send", topic.writers), ("receive", topic.readers)].compactMap { action, grants in
            // What the page alone writes is VitalBus's own.
            let isOutside = grants.map(\.role) != [.page] && grants.allSatisfy { Self.people.contains($0.role) }
            return isOutside ? nil : "\(action).\(topic.name)"
        }
    }

    private func operations(_ name: String) throws -> [JSONValue] {
        let found = try keys(Contract.named(name)).map { try #require(TopicFiles.asyncAPI().at("operations", $0)) }
        #expect(!found.isEmpty)
        return found
    }

    private func message(_ name: String) throws -> JSONValue {
        try #require(TopicFiles.asyncAPI().at("components", "messages", name))
    }

    private func grants(_ value: JSONValue?) -> [String] {
        (value?.elements ?? []).map { "\($0["role"]?.text ?? "?") \($0["reach"]?.text ?? "?")" }
    }

    private func text(_ grant: TopicGrant) -> String { "\(grant.role) \(grant.reach)" }
}

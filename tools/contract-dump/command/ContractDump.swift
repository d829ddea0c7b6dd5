import BusContract
import ContractSchemas
import MessageBus

/// Prints the compiled contract as JSON: its topics with the schemas of their messages, which `tools/gen-topics.py` lays out,
/// with `--codes` the codes of faults, and with `--reach` what each role may say in its requests.
@main
enum ContractDump {
    static func main() throws {
        guard !CommandLine.arguments.contains("--codes") else {
            return print(String(decoding: try WireJSON.encode(FaultCodes.all), as: UTF8.self))
        }
        guard !CommandLine.arguments.contains("--reach") else {
            return print(try SchemaNode.list(Reach.table.map(node)).json())
        }
        var schemas = ContractSchemas()
        print(try SchemaNode.list(Contract.topics.map { try node($0, &schemas) }).json())
    }

    /// One topic as plain data.
    private static func node(_ topic: TopicDescriptor, _ schemas: inout ContractSchemas) throws -> SchemaNode {
        var words: SchemaNode = [:]
        if case .words(let list) = topic.content { words = ["words": .list(list.map(SchemaNode.text))] }
        let facts: SchemaNode = [
            "name": .text(topic.name), "type": .text(topic.type), "template": .text(topic.template),
            "qos": .number(topic.quality.rawValue), "retain": .flag(topic.retain),
            "writers": .list(topic.writers.map(node)), "readers": .list(topic.readers.map(node)),
            "declaration": .text(topic.declaration), "schema": try schemas.schema(of: topic),
        ]
        let server: SchemaNode = topic.server.map { ["server": .text($0.rawValue)] } ?? [:]
        return facts.adding(words).adding(server)
    }

    private static func node(_ rule: ReachRule) -> SchemaNode {
        [
            "server": .text(rule.server.rawValue), "operation": .text(rule.operation),
            "role": .text(rule.role.rawValue),
            "field": .text(rule.field), "bound": .text(rule.bound.rawValue), "words": .text(rule.bound.words),
        ]
    }

    private static func node(_ grant: TopicGrant) -> SchemaNode {
        ["role": .text(grant.role.rawValue), "reach": .text("\(grant.reach)")]
    }
}

import BusContract
import MessageBus

/// Prints the compiled contract as JSON: what `tools/gen-topics` makes `topics/asyncapi.yaml` and the pages from, and with
/// `--codes` the codes of faults.
@main
enum ContractDump {
    static func main() throws {
        let bytes =
            CommandLine.arguments.contains("--codes")
            ? try WireJSON.encode(FaultCodes.all) : try WireJSON.encode(Contract.topics.map(DumpedTopic.init))
        print(String(decoding: bytes, as: UTF8.self))
    }
}

/// One topic as plain data.
private struct DumpedTopic: Encodable {
    struct Grant: Encodable {
        let role: String
        let reach: String

        init(_ grant: TopicGrant) {
            role = grant.role.rawValue
            reach = "\(grant.reach)"
        }
    }

    let name: String
    let type: String
    let template: String
    let qos: Int
    let retain: Bool
    let words: [String]?
    let writers: [Grant]
    let readers: [Grant]
    let server: String?

    init(_ topic: TopicDescriptor) {
        name = topic.name
        type = topic.type
        template = topic.template
        qos = topic.quality.rawValue
        retain = topic.retain
        words = if case .words(let words) = topic.content { words } else { nil }
        writers = topic.writers.map(Grant.init)
        readers = topic.readers.map(Grant.init)
        server = topic.server?.rawValue
    }
}

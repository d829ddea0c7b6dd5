import BusContract
import ContractLiterals
import MessageBus
import Testing

extension Contract {
    static func named(_ name: String) throws -> TopicDescriptor {
        try #require(topics.first { $0.name == name })
    }
}

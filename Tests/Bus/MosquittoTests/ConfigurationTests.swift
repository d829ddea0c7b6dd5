import BusEndpoints
import MessageBus
import Mosquitto
import Testing

struct ConfigurationTests {
    private static let valid = MosquittoConfiguration(endpoint: .unixSocket("/s"), clientID: "c")

    @Test(
        arguments: [
            { (c: inout MosquittoConfiguration) in c.clientID = "" },
            { $0.clientID = "a\0b" },
            { $0.keepAlive = .seconds(4) },
            { $0.password = "p" },
            { $0.receiveMaximum = 0 },
            { $0.publishWindow = 0 },
            { $0.inboundLimit = InboundLimit(low: 5, high: 5) },
            { $0.reconnectDelay = ReconnectDelay(minimum: .zero, maximum: .zero) },
            { $0.endpoint = .unixSocket(String(repeating: "x", count: 108)) },
            { $0.endpoint = .tcp(host: "h", port: 0) },
            { $0.tls = BusTLS(authority: "a") },
            {
                $0.endpoint = .tcp(host: "h", port: 1)
                $0.tls = BusTLS(authority: "a", key: "k")
            },
            { $0.will = MosquittoWill(topic: "a/#", payload: []) },
            { $0.will = MosquittoWill(topic: "a", payload: [], delay: .seconds(-1)) },
            { $0.messageSizeLimit = 0 },
        ] as [@Sendable (inout MosquittoConfiguration) -> Void]
    )
    func wrongValuesAreNamed(_ change: @Sendable (inout MosquittoConfiguration) -> Void) throws {
        #expect(throws: Never.self) { try Self.valid.validate() }
        var configuration = Self.valid
        change(&configuration)
        let error = #expect(throws: MosquittoError.self) { _ = try MosquittoConnection(configuration) }
        #expect(error?.isRetriable == false)
    }

    @Test func passwordIsNeverPrinted() {
        var configuration = Self.valid
        configuration.username = "u"
        configuration.password = "s3cret"
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped, "\(MosquittoPassword("s3cret"))"] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test(arguments: ["", "a/#", "a/+/b", "nul\0"])
    func topicsThatCannotBePublishedTo(_ topic: String) async throws {
        let connection = try MosquittoConnection(Self.valid)
        let failure = await mosquittoError { try await connection.publish(topic: topic, payload: []) }
        #expect(failure?.code == .invalidTopic)
    }

    @Test(arguments: ["", "a/#/b", "a+", "nul\0"])
    func filtersThatCannotBeSubscribed(_ filter: String) async throws {
        let connection = try MosquittoConnection(Self.valid)
        let failure = await mosquittoError { try await connection.subscribe([TopicSubscription(filter)]) }
        #expect(failure?.code == .invalidTopic)
    }

    @Test func wrongPropertiesAreRefused() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        let wrong = [
            MessageProperties(contentType: "a\0b"),
            MessageProperties(responseTopic: "a/#"),
            MessageProperties(correlationData: .init(repeating: 0, count: 65_536)),
            MessageProperties(user: [.init(String(repeating: "x", count: 65_536), value: "")]),
        ]
        for properties in wrong {
            let failure = await mosquittoError {
                try await connection.publish(topic: "t", payload: [], properties: properties)
            }
            #expect(failure?.code == .invalidProperty || failure?.code == .invalidTopic)
        }
        #expect(try await connection.publish(topic: "t", payload: []) == .noSubscribers)
        await connection.close()
    }
}

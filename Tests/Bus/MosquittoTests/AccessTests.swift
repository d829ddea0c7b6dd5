import Foundation
import Mosquitto
import Testing

@Suite struct AccessTests {
    private func guardedBroker() async throws -> TestBroker {
        let broker = try TestBroker(
            ["allow_anonymous false", "password_file %d/passwords", "acl_file %d/rules"],
            files: ["rules": "user hub\ntopic readwrite own/#\n"],
            starts: false
        )
        try await broker.run("/usr/bin/mosquitto_passwd", ["-c", "-b", "passwords", "hub", "right"])
        try broker.start()
        return broker
    }

    @Test func wrongPasswordIsRefusedAndTriedAgain() async throws {
        let broker = try await guardedBroker()
        let connection = try await MosquittoConnection.started(broker) {
            $0.username = "hub"
            $0.password = "wrong"
        }
        for _ in 0..<3 {
            let refusal = try await connection.firstEvent { event -> MosquittoError? in
                guard case .refused(let error) = event else { return nil }
                return error
            }
            #expect(refusal.code == .refused)
            #expect(refusal.reasonCode == .notAuthorized)
            #expect(!refusal.isRetriable)
            #expect(!refusal.message.contains("wrong"))
        }
        await connection.close()
    }

    @Test func rulesRefuseForeignTopics() async throws {
        let broker = try await guardedBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.username = "hub"
            $0.password = "right"
        }
        #expect(try await connection.publish("x", to: "own/a") == .noSubscribers)
        let refusal = await mosquittoError { try await connection.publish("x", to: "foreign/a") }
        #expect(refusal?.code == .rejected)
        #expect(refusal?.reasonCode == .notAuthorized)
        #expect(refusal?.isRetriable == false)
        #expect(try await connection.publish("x", to: "own/a") == .noSubscribers)
        await connection.close()
    }

    @Test func aRefusedMessageHoldsUpNoneBehindIt() async throws {
        let broker = try await guardedBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.username = "hub"
            $0.password = "right"
        }
        let topics = ["own/a", "foreign/a", "own/#", "own/b"]
        let results = await connection.publish(inOrder: topics.map { PublishRequest(topic: $0, payload: [1]) })
        let codes = results.map { result -> MosquittoError.Code? in
            guard case .failure(let error) = result else { return nil }
            return (error as? MosquittoError)?.code
        }
        #expect(codes == [nil, .rejected, .invalidTopic, nil])
        await connection.close()
    }

    @Test func refusedSubscriptionThrowsAndIsForgotten() async throws {
        let rules = """
            {"defaultACLAccess": {"publishClientSend": true, "publishClientReceive": true, "subscribe": false,
            "unsubscribe": true}, "clients": [], "groups": [{"groupname": "all", "roles": [{"rolename": "all"}]}],
            "roles": [{"rolename": "all", "acls": [{"acltype": "subscribePattern", "topic": "mine/#", "allow": true}]}],
            "anonymousGroup": "all"}
            """
        // Debian has a folder for each processor.
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib").map { "/usr/lib/\($0)" }
        let plugins = folders.map { "\($0)/mosquitto_dynamic_security.so" }
        let plugin = try #require(plugins.first { FileManager.default.fileExists(atPath: $0) })
        let broker = try TestBroker(
            [
                "allow_anonymous true", "plugin \(plugin)",
                "plugin_opt_config_file %d/rules.json",
            ],
            files: ["rules.json": rules]
        )
        let connection = try await MosquittoConnection.connected(broker)
        let refusal = await mosquittoError {
            try await connection.subscribe([TopicSubscription("mine/a"), TopicSubscription("theirs/a")])
        }
        #expect(refusal?.code == .rejected)
        #expect(refusal?.reasonCode == .notAuthorized)
        #expect(refusal?.message.contains("theirs/a") == true)
        #expect(try await connection.publish("x", to: "mine/a") == .delivered)
        await connection.breakSocket()
        let next = try await connection.firstEvent { event -> String? in
            switch event {
            case .connected: "connected"
            case .subscriptionRefused(let filter, _): filter
            default: nil
            }
        }
        #expect(next == "connected")
        #expect(try await connection.publish("x", to: "mine/a") == .delivered)
        await connection.close()
    }

    @Test func oversizedPayloads() async throws {
        let broker = try TestBroker(["allow_anonymous true", "message_size_limit 1000"])
        let connection = try await MosquittoConnection.connected(broker) { $0.messageSizeLimit = 2_000 }
        let remote = await mosquittoError {
            try await connection.publish(topic: "t", payload: .init(repeating: 1, count: 1_001))
        }
        #expect(remote?.code == .rejected)
        #expect(remote?.reasonCode == .packetTooLarge)
        let local = await mosquittoError {
            try await connection.publish(topic: "t", payload: .init(repeating: 1, count: 2_001))
        }
        #expect(local?.code == .tooLarge)
        #expect(try await connection.publish(topic: "t", payload: .init(repeating: 1, count: 1_000)) == .noSubscribers)
        await connection.close()
    }
}

import Foundation
import LocalBroker
import MessageBus
import Processes
import TestSupport

/// A broker in a private directory that is removed at the end.
struct BrokerFixture {
    static let accounts = [
        BrokerAccount(
            username: "writer",
            password: "secret one",
            rules: [AccessRule(.publish, pattern: "vitalbus/v1/+/event/#")]
        ),
        BrokerAccount(
            username: "reader",
            password: "pässwort",
            rules: [
                AccessRule(.subscribe, pattern: "vitalbus/v1/a/event/#"),
                AccessRule(.subscribe, pattern: "vitalbus/v1/a/state/+"),
            ]
        ),
    ]

    let directory: String
    let broker: LocalBroker

    static func with(
        _ options: LocalBrokerOptions = LocalBrokerOptions(),
        _ body: (BrokerFixture) async throws -> Void
    ) async throws {
        let directory = ShortPath.make("vb")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let broker = try await LocalBroker.start(directory: directory, accounts: accounts, options: options)
        do {
            try await body(BrokerFixture(directory: directory, broker: broker))
        } catch {
            await broker.stop()
            throw error
        }
        await broker.stop()
    }

    /// Runs `mosquitto_pub` at QoS 1 over MQTT 5; the exit code is 0 only if the broker accepted the message.
    func publish(
        _ topic: String,
        _ text: String = "x",
        user: String = "writer",
        password: String? = "secret one",
        retain: Bool = false
    ) async throws -> ChildExit {
        let credentials = password.map { ["-u", user, "-P", $0] } ?? []
        let child = try await ChildProcess.start(
            ChildCommand(
                "mosquitto_pub",
                arguments: ["--unix", broker.socketPath, "-V", "5", "-q", "1", "-t", topic, "-m", text] + credentials
                    + (retain ? ["-r"] : []),
                output: .lines,
                stopTimeout: .seconds(1)
            )
        )
        var output: [String] = []
        for await line in child.lines { output.append(line) }
        let exit = await child.waitUntilExit()
        // After a refusing PUBACK mosquitto_pub exits with 0 and only reports it on standard error.
        return exit.isSuccess && output.contains { $0.contains("Not authorized") } ? .code(135) : exit
    }

    /// Starts `mosquitto_sub -d` and waits for the broker's answer to the subscription.
    func subscribe(_ filter: String, count: Int = 1) async throws -> (child: ChildProcess, isGranted: Bool) {
        let child = try await ChildProcess.start(
            ChildCommand(
                "stdbuf",
                arguments: [
                    "-oL", "mosquitto_sub", "--unix", broker.socketPath, "-V", "5", "-q", "1", "-d", "-v", "-t", filter,
                ]
                    + ["-C", "\(count)", "-W", "600", "-u", "reader", "-P", "pässwort"],
                output: .lines,
                stopTimeout: .seconds(1)
            )
        )
        for await line in child.lines {
            if line.contains("Subscribed") { return (child, !line.contains("128") && !line.contains("135")) }
            if line.contains("denied") || line.contains("All subscription requests") { return (child, false) }
        }
        return (child, false)
    }
}

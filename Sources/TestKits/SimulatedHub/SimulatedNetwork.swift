internal import Foundation

/// Network namespaces that act as hubs' machines, each with a cable to the server's machine that can be cut.
///
/// It requires root's rights over the network; tests without them are skipped.
package struct SimulatedNetwork: Sendable {
    /// A failed network command, with its output.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Why such a network cannot be created here; nil if it can.
    package static let obstacle: String? = {
        do {
            let network = SimulatedNetwork(hubs: ["probe"])
            try network.lay()
            network.remove()
            return nil
        } catch {
            return "\(error)"
        }
    }()

    private static let tool = "/usr/sbin/ip"
    private let hubs: [String]
    private let mark: String
    /// The second byte of the addresses, so that two runs on one machine do not collide.
    private let lane: Int

    /// Names a network without creating it.
    package init(hubs: [String]) {
        self.hubs = hubs
        lane = Int.random(in: 1...250)
        mark = "\(UInt32.random(in: 0...0xFFFFFF))"
    }

    private func number(_ hub: String) -> Int { (hubs.firstIndex(of: hub) ?? 0) + 1 }
    private func name(_ hub: String) -> String { "vb\(mark)-\(number(hub))" }
    // An interface name is limited to 15 characters.
    private func cable(_ hub: String) -> String { "v\(mark)h\(number(hub))" }
    private func network(_ hub: String) -> String { "10.\(lane).\(number(hub))" }

    /// The two addresses at which a hub reaches the server, each in a separate network.
    package func servers(of hub: String) -> [String] { ["\(network(hub)).1", "\(network(hub)).129"] }

    /// All addresses of the server, with the first ones of all hubs before the second ones.
    package var servers: [String] { (0..<2).flatMap { index in hubs.map { servers(of: $0)[index] } } }

    /// Creates the machines and their cables.
    ///
    /// - Throws: ``Failure``.
    package func lay() throws {
        do {
            for hub in hubs { try lay(hub) }
        } catch {
            remove()
            throw error
        }
    }

    private func lay(_ hub: String) throws {
        let (machine, here, there) = (name(hub), cable(hub), "\(cable(hub))x")
        try run(["netns", "add", machine])
        try run(["link", "add", here, "type", "veth", "peer", "name", there, "netns", machine])
        for address in servers(of: hub) { try run(["address", "add", "\(address)/25", "dev", here]) }
        try run(["link", "set", here, "up"])
        for host in [9, 137] {
            try run(["-n", machine, "address", "add", "\(network(hub)).\(host)/25", "dev", there])
        }
        try run(["-n", machine, "link", "set", "lo", "up"])
        try run(["-n", machine, "link", "set", there, "up"])
    }

    /// Removes all existing parts.
    package func remove() {
        for hub in hubs {
            // Cleanup: the cable is removed with its machine, unless a process remains in it.
            try? run(["link", "delete", cable(hub)])
            try? run(["netns", "delete", name(hub)])
        }
    }

    /// Cuts a hub's cable without notice, so that packets vanish.
    package func cut(_ hub: String) throws { try run(["link", "set", cable(hub), "down"]) }

    /// Repairs a hub's cable.
    package func mend(_ hub: String) throws { try run(["link", "set", cable(hub), "up"]) }

    /// Removes the first of the addresses at which a hub reaches the server.
    package func moveServer(of hub: String) throws {
        try run(["address", "delete", "\(servers(of: hub)[0])/25", "dev", cable(hub)])
    }

    /// The command that runs a program on a hub's machine.
    package func command(_ program: String, arguments: [String], at hub: String) -> (String, [String]) {
        (Self.tool, ["netns", "exec", name(hub), program] + arguments)
    }

    private func run(_ arguments: [String]) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.tool) else {
            throw Failure(description: "needs the program ip (iproute2)")
        }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: Self.tool)
        process.arguments = arguments
        process.standardError = pipe
        try process.run()
        let words = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let text = String(decoding: words, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            let command = arguments.joined(separator: " ")
            throw Failure(description: "needs network namespaces of its own (ip \(command): \(text))")
        }
    }
}

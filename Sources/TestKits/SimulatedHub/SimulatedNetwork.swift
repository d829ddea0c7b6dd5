internal import Foundation

/// Network namespaces as the machines of hubs: each has a cable to this machine, on which the site's server runs, that can be cut.
///
/// It requires the rights of root over the network; tests without them are skipped.
package struct SimulatedNetwork: Sendable {
    /// A command of the network's that failed, with its words.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Why no such network can be made here; nil where it can.
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
    /// The second byte of the addresses, so that two runs on one machine do not meet.
    private let lane: Int

    /// Names a network; nothing is there yet.
    package init(hubs: [String]) {
        self.hubs = hubs
        lane = Int.random(in: 1...250)
        mark = "\(UInt32.random(in: 0...0xFFFFFF))"
    }

    private func number(_ hub: String) -> Int { (hubs.firstIndex(of: hub) ?? 0) + 1 }
    private func name(_ hub: String) -> String { "vb\(mark)-\(number(hub))" }
    // An interface's name has 15 characters at most.
    private func cable(_ hub: String) -> String { "v\(mark)h\(number(hub))" }
    private func network(_ hub: String) -> String { "10.\(lane).\(number(hub))" }

    /// The two addresses that a hub reaches the server by, each in a network of its own.
    package func servers(of hub: String) -> [String] { ["\(network(hub)).1", "\(network(hub)).129"] }

    /// All addresses of the server; of each hub the first one before the second ones.
    package var servers: [String] { (0..<2).flatMap { index in hubs.map { servers(of: $0)[index] } } }

    /// Makes the machines and their cables.
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

    /// Removes all, what is there of it.
    package func remove() {
        for hub in hubs {
            // Cleanup: the cable goes with its machine, unless a process is left in it.
            try? run(["link", "delete", cable(hub)])
            try? run(["netns", "delete", name(hub)])
        }
    }

    /// Cuts a hub's cable: nobody is told, packets vanish.
    package func cut(_ hub: String) throws { try run(["link", "set", cable(hub), "down"]) }

    /// Mends a hub's cable.
    package func mend(_ hub: String) throws { try run(["link", "set", cable(hub), "up"]) }

    /// Takes the first of a hub's addresses of the server away.
    package func moveServer(of hub: String) throws {
        try run(["address", "delete", "\(servers(of: hub)[0])/25", "dev", cable(hub)])
    }

    /// What runs a program on a hub's machine.
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

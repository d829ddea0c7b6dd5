package import DBus

/// `org.bluez.AgentManager1`.
extension Simulation {
    private static let capabilities: Set<String> = [
        "", "DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput", "KeyboardDisplay",
    ]

    mutating func agentManager(_ call: MethodCall) throws(DaemonError) {
        guard case .objectPath(let path)? = call.body.first else { throw .invalidArguments }
        switch call.member {
        case "RegisterAgent":
            guard let capability = call.body.dropFirst().first?.string, Self.capabilities.contains(capability) else {
                throw .invalidArguments
            }
            guard agents[call.sender] == nil else { throw .alreadyExists }
            agents[call.sender] = Agent(client: call.sender, path: path)
        case "UnregisterAgent":
            guard agents[call.sender]?.path == path else { throw .doesNotExist }
            agents[call.sender] = nil
            if defaultAgent == call.sender { defaultAgent = nil }
        case "RequestDefaultAgent":
            guard agents[call.sender]?.path == path else { throw .doesNotExist }
            defaultAgent = call.sender
        default: throw .unknown(call, objectExists: true)
        }
        reply(call.id)
    }
}

/// A registered pairing agent.
package struct Agent: Equatable, Sendable {
    /// The unique name of its owner.
    package let client: String
    /// Its object path.
    package let path: DBusObjectPath
}

/// The answer of an agent.
package enum AgentAnswer: Equatable, Sendable {
    /// The agent accepted.
    case accepted
    /// A passkey.
    case passkey(UInt32)
    /// An error by its D-Bus name.
    case error(String)
}

/// A method call to a client's pairing agent.
package struct AgentQuestion: Equatable, Sendable {
    /// The number that the answer refers to.
    package let id: Int
    /// The client's unique name.
    package let client: String
    /// The agent's object path.
    package let path: DBusObjectPath
    /// The method of `org.bluez.Agent1`.
    package let member: String
    /// The arguments.
    package let body: [DBusValue]
}

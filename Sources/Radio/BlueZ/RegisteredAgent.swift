/// The agent that this process answers with, and how it is registered.
struct RegisteredAgent {
    let capability: AgentCapability
    let isDefault: Bool
}

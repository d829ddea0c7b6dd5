/// What the person at the hub can do for a pairing (AgentManager1.RegisterAgent).
public enum AgentCapability: String, Hashable, Sendable {
    /// Sees a number.
    case displayOnly = "DisplayOnly"
    /// Sees a number and says yes or no.
    case displayYesNo = "DisplayYesNo"
    /// Types a number; meters that show one need this or ``keyboardDisplay``.
    case keyboardOnly = "KeyboardOnly"
    /// Nobody is there: only pairings without any check.
    case noInputNoOutput = "NoInputNoOutput"
    /// Sees and types numbers.
    case keyboardDisplay = "KeyboardDisplay"
}

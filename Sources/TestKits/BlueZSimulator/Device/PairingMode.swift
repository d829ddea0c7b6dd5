/// How a device wants to be paired.
package enum PairingMode: String, Codable, CaseIterable, Sendable {
    /// Not needed; Pair works as Just Works.
    case none
    /// The measurement needs an encrypted link; pairing asks nobody.
    case justWorks
    /// As ``justWorks``, and the agent confirms the number (numeric comparison).
    case confirm
    /// As ``justWorks``, and the agent enters the number that the device shows.
    case passkey
    /// As ``justWorks``, and the device enters the number that the agent shows.
    case enter
    /// The measurement needs an encrypted link, and the device refuses to pair.
    case reject

    /// Whether somebody vouched for the bond.
    var isAuthenticated: Bool { [.confirm, .passkey, .enter].contains(self) }
}

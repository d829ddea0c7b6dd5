/// One of the simulated radios of a run; each has its own bus and its own devices around it.
package struct SimulatedRadio: Sendable, Hashable {
    /// Its name in files.
    package let name: String

    /// Names a radio.
    package init(_ name: String) {
        self.name = name
    }

    /// The radio of a run that has one.
    package static let first = Self("1")
    /// Another hub's.
    package static let second = Self("2")
}

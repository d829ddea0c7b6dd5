/// Compares secrets.
package enum ConstantTime {
    /// Whether two secrets are equal, in time independent of where they differ.
    package static func isEqual(_ given: [UInt8], to known: [UInt8]) -> Bool {
        var difference = given.count ^ known.count
        for (index, byte) in known.enumerated() {
            difference |= Int(byte ^ (index < given.count ? given[index] : ~byte))
        }
        return difference == 0
    }

    /// Whether two texts are equal, as bytes.
    package static func isEqual(_ given: String, to known: String) -> Bool {
        isEqual(Array(given.utf8), to: Array(known.utf8))
    }
}

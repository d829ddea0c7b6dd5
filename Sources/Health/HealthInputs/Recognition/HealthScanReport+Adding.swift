extension HealthScanReport {
    /// Adds what was found in another file of the same input.
    ///
    /// - Parameter name: The file's name, for its damage; nil where it is the only one.
    mutating func add(_ other: HealthScanReport, of name: String?) {
        for (element, count) in other.elements { elements[element, default: 0] += count }
        for entry in other.damage.entries {
            damage.note(entry.offset, name.map { "\($0): \(entry.element)" } ?? entry.element, entry.message)
        }
        bytes += other.bytes
        // Of several cuts the first one stands for all, and no type is left out of doubt then.
        guard let cut = other.cut else { return }
        self.cut =
            self.cut == nil ? cut : HealthCut(type: nil, lastStart: nil, isOrdered: false, isGroupedByType: false)
    }
}

/// Names the bits of a status word.
enum BitNames {
    /// The names of the bits that are set, in their order.
    ///
    /// A bit without a name is `reserved_7`, or what `prefix` makes of it: nothing that a device said is dropped.
    static func names(_ word: UInt32, width: Int, _ name: (Int) -> String?) -> [String] {
        (0..<width).filter { word >> $0 & 1 == 1 }.map { name($0) ?? "reserved_\($0)" }
    }
}

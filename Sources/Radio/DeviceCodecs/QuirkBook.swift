/// The one table of quirks.
///
/// A new one is a case of ``DeviceQuirk`` and a row in the group that it belongs to.
public enum QuirkBook {
    /// All rows.
    public static let rules: [QuirkRule] = frames + meters + clocks + links

    /// The row of a quirk.
    public static func rule(for quirk: DeviceQuirk) -> QuirkRule? { rules.first { $0.quirk == quirk } }

    /// The quirks of a device's model.
    ///
    /// Those that a frame shows by itself are not among them: the codecs find them.
    public static func quirks(for identity: DeviceIdentity) -> Set<DeviceQuirk> {
        Set(rules.filter { rule in rule.models.contains { $0.holds(for: identity) } }.map(\.quirk))
    }
}

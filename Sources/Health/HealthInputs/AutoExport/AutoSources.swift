/// The sources of points by their names; what a name says is worked out once.
final class AutoSources {
    /// The source where the file names none.
    static let defaultName = "Health Auto Export"
    private static let most = 1_000

    private var known: [String: HealthSource] = [:]
    private var last: (name: String, source: HealthSource)?

    /// The source of a name; several that were summed up are one.
    func source(_ name: String?) -> HealthSource {
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? Self.defaultName
        // Nearly always the same one as before; hashing a name in another script is slow.
        if let last, last.name == name { return last.source }
        if let found = known[name] {
            last = (name, found)
            return found
        }
        let source = AppleDevice.source(named: name, device: "")
        if known.count < Self.most { known[name] = source }
        return source
    }
}

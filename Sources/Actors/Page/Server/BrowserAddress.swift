internal import ActorRuntime

extension ListenAddress {
    /// The address for a browser, with a port.
    ///
    /// - Parameter known: The machine's name or address for others; it replaces "every address", which a browser
    ///   cannot open.
    func text(port: Int, reachedAt known: String?) -> String {
        guard ["0.0.0.0", "::"].contains(host), let known else { return text(port: port) }
        return known.contains(":") ? "[\(known)]:\(port)" : "\(known):\(port)"
    }
}

extension MosquittoConfiguration {
    /// Checks every value against its range.
    ///
    /// - Throws: ``MosquittoError`` with code `invalidConfiguration` that names the first wrong value.
    public func validate() throws {
        try validateNames()
        try validateNumbers()
        try will?.validate(sizeLimit: messageSizeLimit)
    }

    private func validateNames() throws {
        try endpoint.validate()
        try Self.require(!clientID.isEmpty && clientID.utf8.count <= 128, "clientID must have 1 to 128 bytes.")
        let strings = [clientID, username ?? "", password?.value ?? ""] + (tls?.paths ?? [])
        try Self.require(strings.allSatisfy { !$0.utf8.contains(0) }, "a string in the configuration has a NUL byte.")
        try Self.require(password == nil || username != nil, "a password needs a username.")
        try Self.require(
            (tls?.certificateFile == nil) == (tls?.keyFile == nil),
            "TLS needs certificate and key, or neither."
        )
        if case .unixSocket = endpoint {
            try Self.require(tls == nil, "a Unix socket takes no TLS; protect it with its directory's mode.")
        }
    }

    private func validateNumbers() throws {
        try Self.require(
            keepAlive >= .seconds(5) && keepAlive <= .seconds(65_535),
            "keepAlive must be 5 s to 65,535 s."
        )
        try Self.require(handshakeTimeout >= .seconds(1), "handshakeTimeout must be at least 1 s.")
        try Self.require((1...65_535).contains(receiveMaximum), "receiveMaximum must be 1 to 65,535.")
        try Self.require(
            inboundLimit.low >= 1 && inboundLimit.high > inboundLimit.low && inboundLimit.ceiling >= inboundLimit.high,
            "inboundLimit needs 1 <= low < high <= ceiling."
        )
        try Self.require((1...1_000).contains(publishWindow), "publishWindow must be 1 to 1,000.")
        try Self.require(publishQueueLimit >= 0, "publishQueueLimit must not be negative.")
        try Self.require(
            reconnectDelay.minimum > .zero && reconnectDelay.maximum >= reconnectDelay.minimum,
            "reconnectDelay needs 0 < minimum <= maximum."
        )
        try Self.require((1...268_435_455).contains(messageSizeLimit), "messageSizeLimit must be 1 to 268,435,455.")
    }

    private static func require(_ condition: Bool, _ message: String) throws {
        guard condition else { throw MosquittoError(.invalidConfiguration, "MQTT configuration: \(message)") }
    }
}

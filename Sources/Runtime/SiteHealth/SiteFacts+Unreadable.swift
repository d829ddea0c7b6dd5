extension SiteFacts {
    /// The largest number of topics listed.
    private static let namedLimit = 8

    /// Retained messages that cannot be read, left by another version, by hand, or by a malicious account.
    package var unreadable: [Finding] {
        let named = unreadableTopics.sorted()
        let topics = named.prefix(Self.namedLimit).joined(separator: ", ")
        let more = named.count > Self.namedLimit ? ", and \(named.count - Self.namedLimit) more" : ""
        guard !named.isEmpty else { return [] }
        return [
            Finding(
                "kept by the broker",
                status: .warning,
                words: "the retained message is unreadable on \(topics)\(more)",
                wayOut:
                    "restart the process that the topic names. If there is none, clear the topic with its account (mosquitto_pub -r -n -t TOPIC). If this comes back, revoke the hub: vitalbus hub revoke",
                kind: .init("unreadable", parts: ["words": "\(topics)\(more)"])
            )
        ]
    }
}

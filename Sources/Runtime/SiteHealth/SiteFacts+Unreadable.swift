extension SiteFacts {
    /// The most topics that are named.
    private static let namedLimit = 8

    /// What the broker keeps and nobody can read: left by another version, by a hand, or by somebody with an account who
    /// means no good.
    package var unreadable: [Finding] {
        let named = unreadableTopics.sorted()
        let topics = named.prefix(Self.namedLimit).joined(separator: ", ")
        let more = named.count > Self.namedLimit ? ", and \(named.count - Self.namedLimit) more" : ""
        guard !named.isEmpty else { return [] }
        return [
            Finding(
                "kept by the broker",
                status: .warning,
                words: "nobody can read what it keeps on \(topics)\(more)",
                wayOut:
                    "start the process anew that the topic names: it says it again; where there is none, clear the topic under "
                    + "its account (mosquitto_pub -r -n -t TOPIC), or revoke the hub if this comes back: vitalbus hub revoke",
                kind: .init("unreadable", parts: ["words": "\(topics)\(more)"])
            )
        ]
    }
}

import CMosquitto

/// The rules for topic names and filters (MQTT 5 §4.7), checked before a string is passed to C.
enum TopicRules {
    /// Checks a name to publish to.
    ///
    /// - Throws: ``MosquittoError`` with code `invalidTopic`.
    static func checkName(_ topic: String) throws {
        guard isUsable(topic), mosquitto_pub_topic_check(topic) == MOSQ_ERR_SUCCESS.rawValue else {
            throw MosquittoError(
                .invalidTopic,
                message:
                    "MQTT topic '\(topic)' is not valid for a message: it is empty, too long, or has '+', '#' or NUL."
            )
        }
    }

    /// Checks a filter to subscribe to.
    ///
    /// - Throws: ``MosquittoError`` with code `invalidTopic`.
    static func checkFilter(_ subscription: TopicSubscription) throws {
        let filter = subscription.filter
        let isShared = filter.hasPrefix("$share/")
        guard isUsable(filter), mosquitto_sub_topic_check(filter) == MOSQ_ERR_SUCCESS.rawValue,
            !(isShared && subscription.noLocal)  // a protocol error by §3.8.3.1
        else {
            throw MosquittoError(
                .invalidTopic,
                message:
                    "MQTT filter '\(filter)' is not valid for a subscription: it is empty, too long, has NUL or a misplaced wildcard, "
                    + "or is shared and noLocal."
            )
        }
    }

    private static func isUsable(_ topic: String) -> Bool {
        // C would truncate a string at a NUL, and so use another topic.
        guard (1...65_535).contains(topic.utf8.count), !topic.utf8.contains(0) else { return false }
        return mosquitto_validate_utf8(topic, Int32(topic.utf8.count)) == MOSQ_ERR_SUCCESS.rawValue
    }
}

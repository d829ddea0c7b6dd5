import CMosquitto
import Glibc

extension MosquittoError {
    /// An error that a library call returned.
    ///
    /// - Parameters:
    ///   - result: What the call returned, `MOSQ_ERR_...`.
    ///   - errorNumber: `errno` right after the call; it counts only for `MOSQ_ERR_ERRNO`.
    ///   - action: What was being done, as the start of a sentence: "MQTT connection to x".
    ///   - fallback: The code for results that have none of their own.
    init(result: Int32, errorNumber: Int32 = 0, action: String, fallback: Code) {
        let code: Code =
            switch result {
            case MOSQ_ERR_TLS.rawValue: .tlsFailed
            case MOSQ_ERR_KEEPALIVE.rawValue: .keepAliveTimeout
            case MOSQ_ERR_CONN_LOST.rawValue: .connectionLost
            case MOSQ_ERR_NO_CONN.rawValue: .notConnected
            case MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue: .tooLarge
            case MOSQ_ERR_MALFORMED_UTF8.rawValue: .invalidProperty
            default: fallback
            }
        self.init(code, "\(action): \(Self.words(result, errorNumber)).", libraryCode: result)
    }

    /// A refusal by the broker.
    init(_ code: Code, action: String, reason: ReasonCode) {
        self.init(code, "\(action): the broker answered \(reason).", reasonCode: reason)
    }

    private static func words(_ result: Int32, _ errorNumber: Int32) -> String {
        // 2.0.11 has no words for it.
        if result == MOSQ_ERR_KEEPALIVE.rawValue { return "nothing came within the keep-alive time" }
        let isSystemError = result == MOSQ_ERR_ERRNO.rawValue && errorNumber != 0
        // strerror's buffer is per thread in glibc, and copied here at once.
        let words = isSystemError ? UnsafePointer(strerror(errorNumber)) : mosquitto_strerror(result)
        let text = words.map { String(cString: $0) } ?? "error \(result)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

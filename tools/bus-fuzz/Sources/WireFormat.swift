/// What is decoded.
package enum WireFormat: String, CaseIterable, Sendable {
    /// What every receiver reads of any message before its content.
    case envelopes
    /// Envelopes, read and written with and without `Codable`: a difference ends the process.
    case codec
    /// Requests, as their servers take them.
    case requests
    /// Replies, as callers take them.
    case replies
    /// Events and states, as those who follow them take them.
    case events
    /// Demands, grants and answers of the two queues.
    case work
    /// GATT frames of devices.
    case frames
    /// Frames and adverts of makers' protocols, by family.
    case families

    /// Whether a message of the contract is decoded.
    package func takes(_ name: String) -> Bool {
        let isWork = name.hasPrefix("upload.") || name.hasPrefix("ocr.")
        return switch self {
        case .envelopes, .codec: true
        case .requests: name.hasSuffix(".request")
        case .replies: name.hasSuffix(".reply") && !isWork
        case .work: isWork
        case .events: !isWork && !name.hasSuffix(".request") && !name.hasSuffix(".reply")
        case .frames, .families: false
        }
    }
}

internal import DeviceCodecs
internal import VitalRecords

/// The specifics of one maker's oximeters, which stream while a finger is inserted.
///
/// ``StreamSession`` does the rest: subscriptions, requests, the rule for the one result, and the end.
protocol OximeterStream: Sendable {
    /// The protocol, as the catalogue names it.
    static var name: ProtocolName { get }
    /// The requests to the oximeter before it streams, in order.
    static var requests: [StreamRequest] { get }
    /// The message that tells the oximeter that the hub has its result; nil if there is none.
    static var thanks: StreamRequest? { get }
    /// How long after the link is up the oximeter starts to listen.
    static var pause: Duration { get }
    /// How long the oximeter may take to mark a value as final itself; zero if it has no such mark.
    static var ownJudgement: Duration { get }
    /// The silence after which an episode is over, in seconds.
    static var silence: Double { get }
    /// Whether some models send one value only: the final one.
    static var maySendOne: Bool { get }

    init()

    /// The characteristics to subscribe, in order; nil if those of this protocol are missing.
    mutating func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]?

    /// Reads a notification, which may hold several frames and parts of frames.
    mutating func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame]
}

extension OximeterStream {
    static var requests: [StreamRequest] { [] }
    static var thanks: StreamRequest? { nil }
    static var pause: Duration { .zero }
    static var ownJudgement: Duration { .zero }
    static var silence: Double { SpotLimits.silence }
    static var maySendOne: Bool { false }
}

/// A request to an oximeter.
struct StreamRequest: Hashable, Sendable {
    /// Where it is written.
    let channel: BluetoothUUID
    /// Its bytes.
    let bytes: [UInt8]
    /// The number of times that it is written if there is no answer.
    var attempts = 5
    /// How long an answer may take.
    var patience = Duration.seconds(2)
    /// Whether the oximeter is read even without an answer.
    var isOptional = false
}

/// What a frame of an oximeter says.
enum StreamFrame: Hashable, Sendable {
    /// Values with the finger in.
    case values(StreamValues)
    /// A finger is in, and the signal is bad.
    case poor
    /// No finger is in.
    case noFinger
    /// A known frame without values, such as a wave.
    case other
    /// The answer to the request at this place.
    case answered(Int)
    /// The open request was refused; it is repeated, and the words say what happened if that does not help.
    case refused(String)
    /// The driver does not read this device; a message for people.
    case foreign(String)
    /// A frame that cannot be decoded; a message for people.
    case damaged(String)
}

/// The values of one frame.
struct StreamValues: Hashable, Sendable {
    /// Oxygen saturation in percent, from 1 to 100.
    let spo2: Int
    /// Pulse rate in beats per minute; nil if there is none yet.
    let pulse: Int?
    /// Pulse amplitude index in percent.
    let index: DecimalNumber?
    /// Whether the oximeter marks the value as final.
    var isFinal = false
    /// The frame.
    let frame: [UInt8]
    /// The characteristic that sent it.
    let channel: BluetoothUUID

    /// Makes values from their parts.
    init(spo2: Int, pulse: Int?, index: DecimalNumber?, frame: [UInt8], channel: BluetoothUUID) {
        self.spo2 = spo2
        self.pulse = pulse
        self.index = index
        self.frame = frame
        self.channel = channel
    }

    /// The values in a decoded frame; nil without a saturation.
    init?(_ decoded: DriverFrame, index: String? = nil, frame: [UInt8], channel: BluetoothUUID) {
        guard let spo2 = decoded.number("spo2"), spo2.exponent == 0 else { return nil }
        self.spo2 = Int(spo2.mantissa)
        pulse = decoded.number("pulse").flatMap { $0.exponent == 0 && $0.mantissa > 0 ? Int($0.mantissa) : nil }
        self.index = index.flatMap { decoded.number($0) }.flatMap { $0.mantissa > 0 ? $0 : nil }
        self.frame = frame
        self.channel = channel
    }

    /// The result.
    ///
    /// - Parameters:
    ///   - since: When the finger came, in milliseconds of the hub's clock since 1970: it tells equal results of
    ///     different moments apart.
    ///   - first: The value that identifies the result instead, whatever link it came on; nil if none does. A steady
    ///     result replaces one that is not.
    func measurement(since: Int, flags: [String], first: LoneValue.First? = nil) -> DeviceMeasurement {
        let values = [
            Measurement(metric: .spo2, value: DecimalNumber(Int64(spo2)), unit: "%"),
            pulse.map { Measurement(metric: .pulse, value: DecimalNumber(Int64($0)), unit: "/min") },
            index.map { Measurement(metric: .pulseAmplitudeIndex, value: $0, unit: "%") },
        ]
        return DeviceMeasurement(
            characteristic: channel,
            time: nil,
            sequence: first.map { UInt64(clamping: $0.since) },
            keyBytes: (first?.since ?? since).bigEndianBytes + (first?.frame ?? frame),
            type: .biometrics,
            measurements: values.compactMap { $0 },
            context: ReadingContext(statusFlags: flags),
            decoderRevision: first != nil && flags.isEmpty ? 2 : 1
        )
    }
}

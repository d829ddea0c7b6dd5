internal import DevicePeers
package import SeededRandom

/// A Viatom ring: live values while a finger is in it, and files of nights.
///
/// A measurement with `minutes` is a night that ends now: its values, and a dip of ``dip`` percent in the middle. One
/// without is a finger that stays in the ring until it was asked for ``beats`` times on one link.
package struct O2RingProfile: ProfileBehaviour {
    /// How often the finger answers.
    package static let beats = 16
    /// How deep the saturation falls in a night, in percent.
    package static let dip: UInt8 = 8
    /// The pause between two pieces of a reply.
    static let piecePause = Duration.milliseconds(8)

    private var peer = O2RingPeer()
    private var left = 0
    /// The pieces that are not sent yet.
    private var pieces: [PeerFrame] = []
    private var nextPiece: Duration?

    /// Creates a ring without files.
    package init() {}

    /// The rings' service.
    package var services: [ProfileService] { [peer.profileService()] }
    /// The replies.
    package var measurement: UInt16 { GattUUID.short(O2RingPeer.replies) }
    /// Whether a finger is in it, or a file was never read to its end.
    package var hasNews: Bool { peer.finger != nil || peer.fetched.count < peer.files.count }
    /// The number of files.
    package var recordCount: Int { peer.files.count }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }
    /// The time of the next piece.
    package var deadline: Duration? { nextPiece }

    /// Saturation and pulse, as the ring shows them.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at _: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let saturation = values.byte(.spo2) ?? UInt8.random(in: 94...99, using: &random)
        let pulse = values.byte(.pulse) ?? UInt8.random(in: 54...96, using: &random)
        return [DeviceFrame(measurement, bytes: [saturation, pulse])]
    }

    /// Stores a night, or puts the finger in.
    package mutating func keep(_ reading: StoredReading, values: MeasurementValues, at moment: ProfileMoment) -> Bool {
        guard let bytes = reading.frames.first?.bytes, bytes.count == 2 else { return true }
        guard let minutes = values.whole(.minutes) else {
            (peer.finger, left) = ((bytes[0], bytes[1]), Self.beats)
            return true
        }
        let count = min(max(minutes, 1), 720) * 15
        let night = (0..<count).map { place -> (saturation: UInt8, pulse: UInt8)? in
            // The ring searches at first.
            guard place > 1 else { return nil }
            return (abs(place - count / 2) < 3 ? bytes[0] &- Self.dip : bytes[0], bytes[1])
        }
        let begin = CivilTime(seconds: moment.clock.seconds - 4 * count)
        peer.files.append(O2RingPeer.night(name: begin.text.filter(\.isNumber), values: night))
        return true
    }

    /// Answers a request, piece by piece.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        peer.clock = moment.clock.text.replacing("T", with: ",")
        guard short == GattUUID.short(O2RingPeer.requests) else { return nil }
        let answers = peer.answers(to: value, on: O2RingPeer.requests)
        pieces += answers
        if nextPiece == nil, !pieces.isEmpty { nextPiece = moment.now + Self.piecePause }
        if !answers.isEmpty, left > 0 {
            left -= 1
            if left == 0 { peer.finger = nil }
        }
        return []
    }

    /// Sends a piece.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        guard !pieces.isEmpty else {
            nextPiece = nil
            return []
        }
        let piece = pieces.removeFirst()
        nextPiece = pieces.isEmpty ? nil : moment.now + Self.piecePause
        return [O2RingPeer.output(piece)]
    }

    /// Closes its file; the finger stays.
    package mutating func linkEnded() {
        peer.linkEnded()
        (pieces, nextPiece) = ([], nil)
        if peer.finger != nil { left = Self.beats }
    }

    /// Deletes all files and returns their number.
    package mutating func clear() -> Int {
        defer { peer.clear() }
        return recordCount
    }
}

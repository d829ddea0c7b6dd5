internal import DevicePeers
package import SeededRandom

/// A Beurer scale with the maker's service, such as the BF710: a weighing is stored for its user, and sent at once where a
/// central is there.
package struct BeurerScaleProfile: ProfileBehaviour {
    private var peer = BeurerScalePeer()
    /// The weighing that is sent next, and when.
    private var weighing: (result: [UInt8], user: BeurerScalePeer.User, at: Duration)?

    /// Creates a scale with as many users as the script has.
    package init(_ script: ScenarioDevice) {
        peer.needsClock = script.quirks.contains(.clockFirst)
        peer.users = script.users.indices.map { index in
            let number = UInt8(index + 1)
            return BeurerScalePeer.User(id: [0, 0, 0, 0, 0, 0, 0x0B, number], name: "US\(number)", year: 1950 + index)
        }
    }

    /// The maker's service.
    package var services: [ProfileService] { [peer.profileService()] }
    /// The channel.
    package var measurement: UInt16 { GattUUID.short(BeurerScalePeer.channel) }
    /// Whether a stored result was never read.
    package var hasNews: Bool { peer.users.flatMap(\.results).contains { !peer.read.contains($0) } }
    /// The number of stored results.
    package var recordCount: Int { peer.users.flatMap(\.results).count }
    /// The indices of its users.
    package var userIndices: [UInt8] { peer.users.indices.map { UInt8($0 + 1) } }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }
    /// When the weighing is sent.
    package var deadline: Duration? { weighing?.at }

    /// A result of 22 bytes.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let kilograms = values[.kilograms] ?? Double(Int.random(in: 1_100...1_960, using: &random)) / 20
        let bytes = BeurerScalePeer.result(
            seconds: moment.clock.universal,
            steps: Int((kilograms * 20).rounded()),
            impedance: values.whole(.impedanceOhm) ?? 0,
            fat: Int(((values[.bodyFatPercent] ?? 0) * 10).rounded())
        )
        return [DeviceFrame(measurement, bytes: bytes)]
    }

    /// Stores the result for its user.
    package mutating func keep(_ reading: StoredReading, values: MeasurementValues, at moment: ProfileMoment) -> Bool {
        let user = max(values.whole(.user) ?? 1, 1) - 1
        guard let bytes = reading.frames.first?.bytes, peer.users.indices.contains(user) else { return true }
        peer.users[user].results.append(bytes)
        if peer.isOpen { weighing = (bytes, peer.users[user], moment.now) }
        return true
    }

    /// Answers requests and acknowledgements.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at _: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        peer.outputs(for: value, on: short)
    }

    /// Sends the weighing.
    package mutating func tick(at _: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        defer { weighing = nil }
        return weighing.map { peer.weigh($0.result, of: $0.user).map(BeurerScalePeer.output) } ?? []
    }

    /// Forgets what is under way.
    package mutating func linkEnded() {
        peer.linkEnded()
        weighing = nil
    }

    /// Deletes all results and returns their number.
    package mutating func clear() -> Int {
        defer { for index in peer.users.indices { peer.users[index].results = [] } }
        return recordCount
    }
}

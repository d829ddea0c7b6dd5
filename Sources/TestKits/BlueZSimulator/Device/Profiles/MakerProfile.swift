internal import DevicePeers

/// What the profiles of makers' own protocols share: the way from a ``MakerPeer`` to characteristics.
enum MakerProfile {
    /// Each UUID of the peers that has 128 bits of its own.
    static let uuids: [String] =
        [OmronPeer.service] + OmronPeer.requests + OmronPeer.replies + [OmronPeer.unlocking]
        + [OneTouchPeer.service, OneTouchPeer.requests, OneTouchPeer.replies]
        + [ChoiceMMedPeer.service]
        + [O2RingPeer.service, O2RingPeer.requests, O2RingPeer.replies]

    /// The characteristics whose writes count as requests to a memory.
    static let requests = Set(
        [OmronPeer.requests[0], OneTouchPeer.requests, O2RingPeer.requests, BeurerScalePeer.channel].map(GattUUID.short)
    )

    /// The characteristics that notify by themselves.
    static let streams = Set(
        [ChoiceMMedPeer.notifications[3], MedisanaScalePeer.weights, GHSSensorPeer.stored].map(GattUUID.short)
    )
}

extension MakerPeer {
    /// The service with all of its characteristics.
    ///
    /// - Parameter isGuarded: Whether a device that requires pairing demands an encrypted link.
    func profileService(_ uuid: String = Self.service, guarded isGuarded: Bool = false) -> ProfileService {
        ProfileService(
            GattUUID.short(uuid),
            rows: rows.map { ProfileService.Row(GattUUID.short($0.uuid), flags: $0.flags, guarded: isGuarded) }
        )
    }

    /// What the device sends for a write; nil if the characteristic is not the maker's, or not written.
    mutating func outputs(for bytes: [UInt8], on short: UInt16) -> [DeviceOutput]? {
        let row = rows.first { GattUUID.short($0.uuid) == short }
        guard let row, row.flags.contains(where: { $0.hasPrefix("write") }) else { return nil }
        return answers(to: bytes, on: row.uuid).map(Self.output)
    }

    /// A value that the device sends, as the simulator's output.
    static func output(_ frame: PeerFrame) -> DeviceOutput {
        .notify(DeviceFrame(GattUUID.short(frame.uuid), bytes: frame.bytes))
    }
}

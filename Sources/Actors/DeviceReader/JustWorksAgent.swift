internal import BlueZ

/// Answers pairings that need no code; a device that shows one is refused, since nobody can be asked here yet.
struct JustWorksAgent: PairingAgent {
    func authorizePairing(of device: DeviceInfo) async throws {}
    func authorize(service uuid: String, for device: DeviceInfo) async throws {}
}

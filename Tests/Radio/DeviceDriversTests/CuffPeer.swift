import DeviceCodecs
import DevicePeers

@testable import DeviceDrivers

extension OmronPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OmronCuff.self
}

/// A cuff's memory behind its channels, filled byte by byte from captures.
typealias CuffPeer = OmronPeer
/// A cuff's link.
typealias CuffBench = DriverBench<CuffPeer>

internal import DeviceCodecs
internal import FoundationEssentials

/// What passive reading has to know of a device model.
struct PassiveModel: Sendable, Hashable {
    /// Whether it advertises before a measurement only, so that new content of its advertisement is a new use.
    var isAnnounced = false
    /// After so long a device that was read is read again, also when it never stopped advertising; nil for the usual time.
    var rearm: TimeInterval?
    /// For so long the advertisement must stay the same before the device is connected: Yonker's YK-IBPA1 has data only
    /// after the measurement has ended.
    var connectDelay: TimeInterval = 0
}

extension PassiveModel {
    /// What the catalogue says of a model.
    init(_ peripheral: Peripheral) {
        self.init(
            isAnnounced: peripheral.advertises == .beforeMeasurement,
            rearm: peripheral.rearmSeconds.map(Double.init),
            connectDelay: Double(peripheral.connectDelay ?? 0) / 1_000
        )
    }
}

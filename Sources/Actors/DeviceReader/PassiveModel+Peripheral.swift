internal import DeviceCodecs

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

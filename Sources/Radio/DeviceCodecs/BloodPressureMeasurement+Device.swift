internal import VitalRecords

extension BloodPressureMeasurement {
    /// The frame as a measurement of a device.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: .bloodPressureMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: frame,
            userIndex: userIndex,
            type: .biometrics,
            measurements: measurements,
            context: context,
            quirks: quirks,
            decoderRevision: Self.decoderRevision
        )
    }
}

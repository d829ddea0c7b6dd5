internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Finds the reason of a failure, and distinguishes a stale pairing from a bad radio link.
@ReaderIsolation final class FailureJudge {
    private var bonds = BondDiagnosis()
    private let radio: RadioLink
    private let nearby: NearbyDevices
    private let catalogue: PeripheralCatalogue

    init(radio: RadioLink, nearby: NearbyDevices, catalogue: PeripheralCatalogue) {
        self.radio = radio
        self.nearby = nearby
        self.catalogue = catalogue
    }

    /// Forgets a device's failures after it was read, paired or forgotten.
    func succeeded(_ device: DeviceID) { bonds.clear(device) }

    /// The reason of a failure, and the error as sent over the bus.
    func judge(
        _ error: any Error,
        of device: DeviceID,
        peripheralID: Int,
        at step: FailureTable.Step
    ) async -> (reason: ReaderFailure, fault: WireFault) {
        let reason = FailureTable.reason(error, at: step)
        let unpaired = FailureTable.fault(of: ReadFailure.notPaired(device, peripheralID: peripheralID))
        // The pairing of a device unknown to BlueZ cannot be judged.
        guard let address = await radio.address(of: device),
            // Absent is nil: the bond of a device that is gone cannot be judged.
            let info = try? await radio.client.device(address)
        else { return (reason, reason == .notPaired ? unpaired : FailureTable.fault(of: error)) }
        if reason == .notPaired, !info.isBonded { return (reason, unpaired) }
        // A device that answers in its own protocol, even that it is busy, does not lack a pairing.
        let isAnswered = (error as? ReadFailure).map { $0.code == ReaderFailure.communication.rawValue } ?? false
        let peripheral = catalogue.peripheral(id: peripheralID)
        if !isAnswered, FailureTable.isWantOfPairing(reason, at: step, of: peripheral, isBonded: info.isBonded) {
            return (.notPaired, unpaired)
        }
        guard let sign = BondDiagnosis.sign(of: error, rssi: nearby[device]?.rssi),
            bonds.failed(device, isBonded: info.isBonded, sign: sign)
        else { return (reason, FailureTable.fault(of: error)) }
        let fault = WireFault(
            code: ReaderFailure.staleBond.rawValue,
            message: """
                the device has lost or replaced the pairing. Run 'vitalbus device forget', wait until the device is \
                in range, and pair it again
                """,
            retriable: false
        )
        return (.staleBond, fault)
    }
}

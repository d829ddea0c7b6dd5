internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Finds the reason of a failure, and tells a stale pairing from bad radio.
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

    /// A device was read, paired or forgotten: earlier failures say nothing of its pairing any more.
    func succeeded(_ device: DeviceID) { bonds.clear(device) }

    /// The reason of a failure and the error as it travels.
    func judge(
        _ error: any Error,
        of device: DeviceID,
        peripheralID: Int,
        at step: FailureTable.Step
    ) async -> (reason: ReaderFailure, fault: WireFault) {
        let reason = FailureTable.reason(error, at: step)
        // Of a device that BlueZ does not know there is nothing to say.
        guard let address = await radio.address(of: device),
            // Absent is nil: of a device that is gone no bond can be judged.
            let info = try? await radio.client.device(address)
        else { return (reason, FailureTable.fault(of: error)) }
        // What a device says in its own protocol, as that it is busy, it says to whom it talks.
        let isAnswered = (error as? ReadFailure).map { $0.code == ReaderFailure.communication.rawValue } ?? false
        let peripheral = catalogue.peripheral(id: peripheralID)
        if !isAnswered, FailureTable.isWantOfPairing(reason, at: step, of: peripheral, isBonded: info.isBonded) {
            return (.notPaired, FailureTable.fault(of: ReadFailure(.failed(.notPaired))))
        }
        guard let sign = BondDiagnosis.sign(of: error, rssi: nearby[device]?.rssi),
            bonds.failed(device, isBonded: info.isBonded, sign: sign)
        else { return (reason, FailureTable.fault(of: error)) }
        let fault = WireFault(
            code: ReaderFailure.staleBond.rawValue,
            message: """
                the device has lost or replaced its half of the pairing. Run 'vitalbus device forget', wait until it is seen again, and pair it again
                """,
            retriable: false
        )
        return (.staleBond, fault)
    }
}

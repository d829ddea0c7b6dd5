internal import DBus

extension BlueZClient {
    /// The services of a device, as they are known now; empty before they are resolved.
    ///
    /// - Throws: ``BlueZError`` with code `deviceGone`, or as ``adapter()``.
    public func services(of address: BluetoothAddress) throws -> [GATTService] {
        cache.services(of: try device(address).path)
    }

    /// Reads a characteristic.
    ///
    /// Operations on one device run one after the other.
    ///
    /// - Throws: ``BlueZError``; code `notPermitted` also for a characteristic that is subscribed, because BlueZ announces
    ///   what is read as if it were a notification.
    public func read(_ characteristic: GATTCharacteristic) async throws -> [UInt8] {
        guard sinks[characteristic.path]?.token == nil else {
            throw BlueZError(.notPermitted, "A subscribed characteristic cannot be read; end the subscription first.")
        }
        let reply = try await operate(characteristic, BlueZName.Characteristic.readValue, [.dictionary([:])])
        guard let bytes = reply.first?.bytes else {
            throw BlueZError(.failed, "BlueZ answered a read without a value.")
        }
        return bytes
    }

    /// Writes a characteristic.
    ///
    /// Operations on one device run one after the other.
    ///
    /// - Throws: ``BlueZError``. After `timeout` the device may have got the value.
    public func write(_ bytes: [UInt8], to characteristic: GATTCharacteristic, _ type: WriteType) async throws {
        let options = DBusValue.dictionary([BlueZName.Characteristic.type: .string(type.rawValue)])
        _ = try await operate(characteristic, BlueZName.Characteristic.writeValue, [.bytes(bytes), options])
    }

    /// Runs one operation in the device's turn, again while BlueZ says that another one runs (bleak does the same).
    func operate(
        _ characteristic: GATTCharacteristic,
        _ member: String,
        _ arguments: [DBusValue]
    ) async throws -> [DBusValue] {
        try await withTurn(at: characteristic.device) {
            var left = configuration.gattTimeout
            while true {
                let began = ContinuousClock.now
                do {
                    let interface = BlueZName.Characteristic.interface
                    let timeout = configuration.gattTimeout
                    return try await call(characteristic.path, interface, member, arguments, timeout: timeout)
                } catch let error as BlueZError where error.code == .inProgress && left > .zero {
                    try await clock.sleep(for: configuration.inProgressPause)
                    left -= max(configuration.inProgressPause, .milliseconds(1))
                } catch let error as BlueZError where Self.saysNothing(error) {
                    throw await meaning(of: error, at: characteristic.device, after: ContinuousClock.now - began)
                }
            }
        }
    }

    /// Whether all that BlueZ says is that there was no answer.
    ///
    /// bluetoothd 5.66 says ATT error 0x0E where the link was lost, where the device said nothing for ATT's 30 s, and where
    /// the device said so itself; other versions give no code.
    private static func saysNothing(_ error: BlueZError) -> Bool {
        error.attCode == 0x0E || error.detail == "Operation failed"
    }

    /// What an error that says nothing means, by how long it took and by the link.
    private func meaning(of error: BlueZError, at device: DBusObjectPath, after time: Duration) async -> BlueZError {
        let isSilent = time >= configuration.gattTimeout * 0.8
        // bluetoothd fails what was under way first, and tells of the link's end then.
        let lost: Void? =
            isSilent
            ? nil
            : try? await wait(atMost: .seconds(1), for: "The link's end") {
                $0.device(at: device)?.isConnected != true
            }
        guard isSilent || lost != nil else { return error }
        return BlueZError(
            isSilent ? .timeout : .notConnected,
            isSilent ? "The device did not answer in time." : "The link to the device ended.",
            detail: error.detail,
            attCode: error.attCode,
            underlying: error.underlying
        )
    }
}

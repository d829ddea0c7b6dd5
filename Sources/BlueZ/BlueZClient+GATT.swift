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
                do {
                    let interface = BlueZName.Characteristic.interface
                    let timeout = configuration.gattTimeout
                    return try await call(characteristic.path, interface, member, arguments, timeout: timeout)
                } catch let error as BlueZError where error.code == .inProgress && left > .zero {
                    try await clock.sleep(for: configuration.inProgressPause)
                    left -= max(configuration.inProgressPause, .milliseconds(1))
                } catch let error as BlueZError where error.detail == Self.plainFailure {
                    guard await isLinkLost(characteristic.device) else { throw error }
                    let words = "The link to the device ended."
                    throw BlueZError(.notConnected, words, detail: error.detail, underlying: error.underlying)
                }
            }
        }
    }

    /// All that bluetoothd says of an operation that the end of the link ended.
    private static let plainFailure = "Operation failed"

    /// Whether a link has ended; bluetoothd fails what was under way first and tells that then.
    private func isLinkLost(_ device: DBusObjectPath) async -> Bool {
        let lost: Void? = try? await wait(atMost: .seconds(1), for: "The link's end") {
            $0.device(at: device)?.isConnected != true
        }
        return lost != nil
    }
}

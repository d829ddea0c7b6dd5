internal import BusContract
internal import DeviceCodecs
internal import VitalRecords

/// Findings about devices of the passive set that need a person's action.
extension BusFacts {
    var deviceFindings: [Finding] {
        guard let passive else { return [] }
        return passive.devices.sorted { $0.device.description < $1.device.description }.compactMap {
            finding($0, hub: passive.hub)
        }
    }

    private func finding(_ device: PassiveState.Device, hub: String) -> Finding? {
        let name = Self.name(peripheral: device.peripheralID)
        let id = device.device.description
        let parts = ["hub": hub, "device": name]
        let check = "\(hub) device \(id.prefix(8))"
        switch device.phase {
        case .notPaired:
            return Finding(
                check,
                status: .warning,
                words: "'\(name)' is not paired, so nothing of it is read",
                wayOut: "vitalbus device pair \(id); where it was paired before: vitalbus device forget \(id) first",
                kind: .init("deviceNotPaired", parts: parts, mend: .forgetDevice(hub: hub, device: id))
            )
        case .missingPart:
            return Finding(
                check,
                status: .warning,
                words: "'\(name)' lacks something before it can be read",
                wayOut:
                    "vitalbus peripheral show \(device.peripheralID) says what; vitalbus device key \(id) for a key",
                kind: .init("deviceLacks", parts: parts)
            )
        case .failed:
            return Finding(
                check,
                status: .warning,
                words: "'\(name)' could not be read the last time; it is tried again",
                wayOut: "see its battery and that it is near the hub; its log line on \(hub) says why",
                kind: .init("deviceFailed", parts: parts)
            )
        default: return nil
        }
    }

    /// A peripheral's name in the catalogue.
    package static func name(peripheral id: Int) -> String {
        PeripheralCatalogue.standard.peripheral(id: id)?.name ?? "peripheral \(id)"
    }
}

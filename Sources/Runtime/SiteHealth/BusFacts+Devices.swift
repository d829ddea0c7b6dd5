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
                words: "'\(name)' is not paired, so it cannot be read",
                wayOut: "vitalbus device pair \(id); if it was paired before, first vitalbus device forget \(id)",
                kind: .init("deviceNotPaired", parts: parts, mend: .forgetDevice(hub: hub, device: id))
            )
        case .missingPart:
            return Finding(
                check,
                status: .warning,
                words: "'\(name)' cannot be read until something is added",
                wayOut:
                    "vitalbus peripheral show \(device.peripheralID) shows what is missing; vitalbus device key \(id) for a key",
                kind: .init("deviceLacks", parts: parts)
            )
        case .failed:
            return Finding(
                check,
                status: .warning,
                words: "'\(name)' could not be read last time; the hub will try again",
                wayOut: "check its battery and its distance to the hub; the log on \(hub) has the reason",
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

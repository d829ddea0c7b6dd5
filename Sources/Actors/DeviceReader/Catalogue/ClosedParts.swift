internal import ActorRuntime
internal import DeviceCodecs
internal import DeviceDrivers
internal import Files
internal import Foundation
internal import VitalRecords

/// Finds and checks the parts that closed protocols need: key files, the license, a driver.
///
/// They are checked in this order: the maker's key file, the license, the device's own key, the driver. Errors name the
/// first missing part.
struct ClosedParts: Sendable {
    /// The name of the license file.
    static let licenseName = "validic.license"

    /// The folders that are searched, in order.
    let folders: [String]
    /// The drivers of this process.
    let drivers: DriverRegistry

    /// All parts missing to read devices of a peripheral, except devices' own keys, which are not checked.
    ///
    /// A missing driver comes first, because no key file helps without one.
    func missing(for peripheral: Peripheral) -> [MissingPart] {
        let files = peripheral.needs.filter { $0 != .encryptionKey }.compactMap { need -> MissingPart? in
            do throws(MissingPart) {
                _ = try part(need)
                return nil
            } catch {
                return error
            }
        }
        return (reads(peripheral) ? [] : [.driver(peripheral.speaks)]) + files
    }

    /// Why a pairing would be useless; nil if nothing is missing.
    func refusalToPair(_ peripheral: Peripheral) -> MissingPart? {
        guard let part = missing(for: peripheral).first else { return nil }
        return MissingPart(part.code, message: "\(peripheral.name) cannot be paired: \(part.message)")
    }

    /// Whether this process has a codec or a driver for the peripheral's protocol.
    func reads(_ peripheral: Peripheral) -> Bool {
        peripheral.speaks.isBuiltIn || drivers.has(peripheral.speaks)
    }

    /// The secrets for a driver.
    ///
    /// - Throws: ``MissingPart`` for the first part that is missing.
    func secrets(
        for peripheral: Peripheral,
        device: DeviceID,
        encryptionKey: [UInt8]?
    ) throws(MissingPart) -> DriverSecrets {
        var authKey: String?
        var license: [UInt8]?
        for need in peripheral.needs where need != .encryptionKey {
            let bytes = try part(need)
            if case .keyFile(let name) = need {
                authKey = try AuthKeyFile.parse(bytes, name: name)
            } else {
                license = bytes
            }
        }
        let needsKey = peripheral.needs.contains(.encryptionKey)
        guard !needsKey || encryptionKey != nil else { throw .encryptionKey(device) }
        return DriverSecrets(authKey: authKey, license: license, encryptionKey: needsKey ? encryptionKey : nil)
    }

    /// A driver for a peripheral, with its secrets.
    ///
    /// - Throws: ``MissingPart`` for the first part that is missing.
    func driver(
        for peripheral: Peripheral,
        device: DeviceID,
        encryptionKey: [UInt8]?
    ) throws(MissingPart) -> any ProtocolDriver {
        let secrets = try secrets(for: peripheral, device: device, encryptionKey: encryptionKey)
        return try drivers.driver(for: peripheral.speaks, secrets: secrets)
    }

    private func part(_ need: PeripheralNeed) throws(MissingPart) -> [UInt8] {
        switch need {
        case .keyFile(let name):
            guard let path = found(name) else { throw .authKeyFile(name, searched: folders) }
            let bytes: [UInt8]
            do { bytes = try SecretFile.read(path) } catch { throw .authKeyInvalid(name, reason: Self.words(error)) }
            _ = try AuthKeyFile.parse(bytes, name: name)
            return bytes
        case .license:
            guard let path = found(Self.licenseName) else { throw .license(searched: folders) }
            let bytes: [UInt8]
            do {
                bytes = try SecretFile.read(path)
            } catch {
                throw MissingPart(.licenseMissing, message: "\(Self.licenseName) cannot be used: \(Self.words(error))")
            }
            guard !bytes.isEmpty else {
                throw MissingPart(.licenseMissing, message: "\(Self.licenseName) cannot be used: it is empty")
            }
            return bytes
        case .encryptionKey: return []
        }
    }

    private func found(_ name: String) -> String? {
        folders.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    private static func words(_ error: any Error) -> String { (error as? FileError)?.message ?? "it cannot be read" }
}

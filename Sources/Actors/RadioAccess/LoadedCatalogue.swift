public import BlueZ
public import DeviceCodecs
internal import Foundation

/// The peripheral catalogue of a process, and the problem with the operator's file, if any.
public struct LoadedCatalogue: Sendable {
    /// The catalogue to use.
    public let catalogue: PeripheralCatalogue
    /// Why the operator's file is not used and how to fix it; nil if there is no problem.
    public let problem: String?

    /// Creates a loaded catalogue.
    public init(catalogue: PeripheralCatalogue, problem: String?) {
        self.catalogue = catalogue
        self.problem = problem
    }

    /// Reads an operator's file; falls back to the built-in catalogue with a problem if it cannot be used.
    public static func load(_ path: String) -> LoadedCatalogue {
        let name = URL(filePath: path).lastPathComponent
        func refused(_ words: String) -> LoadedCatalogue {
            LoadedCatalogue(catalogue: .standard, problem: "catalogue.file \(name) is not used: \(words)")
        }
        // Absent is nil: the catalogue reports the problem below.
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)),
            let data = try? file.read(upToCount: CatalogueFile.limit + 1) ?? Data()
        else { return refused("it cannot be read; check that it exists and its permissions") }
        do throws(CodecError) {
            let content = try CatalogueFile.parse(Array(data))
            return LoadedCatalogue(catalogue: try PeripheralCatalogue.standard.applying(content), problem: nil)
        } catch {
            return refused(error.message)
        }
    }
}

extension AdvertFacts {
    /// The advertised facts of a device that BlueZ knows.
    public init(_ device: DeviceInfo) {
        let data = device.serviceData.compactMap { key, value in BluetoothUUID(key).map { ($0, value) } }
        self.init(
            services: device.uuids.compactMap { BluetoothUUID($0) },
            name: device.name,
            manufacturerData: device.manufacturerData,
            serviceData: Dictionary(data, uniquingKeysWith: { first, _ in first })
        )
    }
}

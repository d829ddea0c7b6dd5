import DeviceCodecs
import Foundation

/// An advertisement as a hub in a flat receives it: health devices, and those of the neighbours.
struct AdvertSample: Sendable {
    /// The advertised name.
    var name: String?
    /// Hexadecimal digits by service, as on the bus.
    var serviceData: [BluetoothUUID: String] = [:]
    /// Hexadecimal digits by company.
    var manufacturerData: [UInt16: String] = [:]

    /// Twelve adverts: five of scales whose adverts hold the weight, two of cuffs, five of other devices.
    ///
    /// The scales' frames are those of the decoders' tests; Ruuvi's is the example of its maker.
    static let all: [AdvertSample] = [
        AdvertSample(name: "MI SCALE", serviceData: [.init(0x181D): "22a438ea070b1c060504"]),
        AdvertSample(name: "MIBFS", serviceData: [.init(0x181B): "0226ea070b1c060504f201a438"]),
        AdvertSample(name: "QN-Scale", manufacturerData: [0xFFFF: "aabb11223344556608d60000ffffff1500621b510e03fc01"]),
        AdvertSample(name: "DIY-scale", serviceData: [.init(0xFCD2): "40065e1f"]),
        AdvertSample(serviceData: [.init(0xFE95): "4859d53b2d3314943c58b133638c7457a4000000c3e670dc"]),
        AdvertSample(name: "BLESmart_00000258F00D00000001", manufacturerData: [0x020E: "0101d00264110011"]),
        AdvertSample(name: "BEURER BM77"), AdvertSample(manufacturerData: [0x004C: "10055b1c2a4f3e"]),
        AdvertSample(manufacturerData: [0x004C: "0215fda50693a4e24fb1afcfc6eb0764782527114cb9c5"]),
        AdvertSample(manufacturerData: [0x0006: "010920022a1b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e"]),
        AdvertSample(manufacturerData: [0x0075: "4204018060c8d3e4f5a6b7cad3e4f5a6b601000000000000"]),
        AdvertSample(
            name: "Ruuvi 884F",
            manufacturerData: [0x0499: "0512fc5394c37c0004fffc040cac364200cdcbb8334c884f"]
        ),
    ]
}

extension AdvertSample {
    /// Finds the catalogue's rows for the advert, and decodes it as the first row that reads adverts.
    ///
    /// - Returns: Whether it holds a measurement.
    func isRead(by catalogue: PeripheralCatalogue) -> Bool {
        let rows = catalogue.matches(
            AdvertFacts(name: name, manufacturerData: bytes(manufacturerData), serviceData: bytes(serviceData))
        )
        guard let decoder = rows.lazy.compactMap({ AdvertTable.decoder(for: $0.speaks) }).first else { return false }
        let services = Dictionary(uniqueKeysWithValues: serviceData.map { ($0.key.description, $0.value) })
        let companies = Dictionary(uniqueKeysWithValues: manufacturerData.map { ("\($0.key)", $0.value) })
        return decoder.places.contains { place in
            guard let frame = place.frame(serviceData: services, manufacturerData: companies) else { return false }
            // Absent is nil: an encrypted frame is refused without its key, by the peer too.
            guard case .result = try? decoder.finding(frame) else { return false }
            return true
        }
    }

    private func bytes<Key>(_ digits: [Key: String]) -> [Key: [UInt8]] {
        // Absent is nil: the samples have hexadecimal digits.
        digits.compactMapValues { try? CharacteristicDecoder.bytes(hex: $0) }
    }

    /// The advert in the form that TheengsDecoder takes.
    func json(number: Int) throws -> String {
        var parts = ["id": "F0:0D:00:00:00:\(number + 10)"]
        parts["name"] = name
        if let (service, digits) = serviceData.first {
            parts["servicedatauuid"] = service.assigned?.lowercased()
            parts["servicedata"] = digits
        }
        if let (company, digits) = manufacturerData.first {
            parts["manufacturerdata"] = [company & 0xFF, company >> 8].map(Self.digits).joined() + digits
        }
        return String(decoding: try JSONEncoder().encode(parts), as: UTF8.self)
    }

    private static func digits(_ byte: UInt16) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

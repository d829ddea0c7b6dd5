internal import DeviceCodecs
internal import Foundation

/// The true events, according to the log of the simulated devices.
package struct GroundTruth: Sendable {
    private struct Line: Decodable {
        let event: String
        let device: String?
        let reading: Int?
        let frame: String?
    }

    private struct Name: Hashable {
        let device: String
        let reading: Int
    }

    /// A frame of a reading taken by a device; the first frame of a reading is its measurement.
    package struct Taken: Sendable, Hashable {
        /// The address of the device.
        package let device: String
        /// The number of the reading on the device, from 1.
        package let number: Int
        /// The frame that the device will send.
        package let frame: [UInt8]
    }

    /// The frames of all readings, in order.
    package let taken: [Taken]
    /// The bytes of the measured frames.
    package var measured: [[UInt8]] { taken.map(\.frame) }
    /// The number of readings confirmed to their devices, which then erased them.
    package let confirmed: Int
    /// The number of links that ended after a reading was confirmed on them.
    package let linksWithReadings: Int
    /// Whether every reading of the scenario was measured and confirmed.
    package let isFinished: Bool

    /// Reads the log of the devices; ignores an incomplete last line.
    package init(_ path: String) {
        let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        taken = lines.filter { $0.event == "measured" }.compactMap { line in
            guard let device = line.device, let number = line.reading,
                let frame = line.frame.flatMap({ try? CharacteristicDecoder.bytes(hex: $0) })
            else { return nil }
            return Taken(device: device, number: number, frame: frame)
        }
        let names = lines.filter { $0.event == "confirmed" }.compactMap { line in
            line.device.flatMap { device in line.reading.map { Name(device: device, reading: $0) } }
        }
        confirmed = Set(names).count
        var open: Set<String> = []
        var links = 0
        for line in lines {
            guard let device = line.device else { continue }
            if line.event == "confirmed" { open.insert(device) }
            if line.event == "disconnected", open.remove(device) != nil { links += 1 }
        }
        linksWithReadings = links
        isFinished = lines.contains { $0.event == "finished" }
    }
}

package import Foundation

/// The script of a simulator run: devices, measurements and faults.
package struct Scenario: Decodable, Sendable {
    /// The seed of all random numbers.
    package var seed: UInt64
    /// The devices' civil time at the start, as `2026-03-01T08:00:00`; nil uses the caller's.
    package var startsAt: CivilTime?
    /// The local adapter.
    package var adapter: ScenarioAdapter
    /// The durations of radio and daemon operations.
    package var timing: ScenarioTiming
    /// The devices in radio range.
    package var devices: [ScenarioDevice]
    /// The faults.
    package var faults: [ScenarioFault]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case seed
        case startsAt
        case adapter
        case timing
        case devices
        case faults
    }

    /// Creates a scenario.
    package init(
        seed: UInt64 = 1,
        startsAt: CivilTime? = nil,
        adapter: ScenarioAdapter = .init(),
        timing: ScenarioTiming = .init(),
        devices: [ScenarioDevice] = [],
        faults: [ScenarioFault] = []
    ) {
        self.seed = seed
        self.startsAt = startsAt
        self.adapter = adapter
        self.timing = timing
        self.devices = devices
        self.faults = faults
    }

    /// Decodes the JSON form; rejects unknown keys and duplicate addresses.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        self.init(
            seed: try box.value(.seed, default: 1),
            startsAt: try box.decodeIfPresent(CivilTime.self, forKey: .startsAt),
            adapter: try box.value(.adapter, default: .init()),
            timing: try box.value(.timing, default: .init()),
            devices: try box.value(.devices, default: []),
            faults: try box.value(.faults, default: [])
        )
        guard Set(devices.map(\.address)).count == devices.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .devices,
                in: box,
                debugDescription: "two devices have the same address"
            )
        }
        for fault in faults {
            guard let address = fault.device, !devices.contains(where: { $0.address == address }) else { continue }
            throw DecodingError.dataCorruptedError(
                forKey: .faults,
                in: box,
                debugDescription: "fault \(fault.kind.rawValue) names unknown \(address)"
            )
        }
    }

    /// Parses a scenario from JSON.
    ///
    /// - Throws: ``BlueZSimulatorError`` with code `scenario`; the message locates the error.
    package init(json: Data) throws(BlueZSimulatorError) {
        do {
            self = try JSONDecoder().decode(Scenario.self, from: json)
        } catch {
            throw BlueZSimulatorError(
                .scenario,
                message: "The scenario is not valid; correct the JSON",
                underlying: error
            )
        }
    }

    /// Reads a scenario from a file.
    ///
    /// - Throws: ``BlueZSimulatorError`` with code `scenario`.
    package init(file path: String) throws(BlueZSimulatorError) {
        let json: Data
        do {
            json = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw BlueZSimulatorError(.scenario, message: "The scenario \(path) cannot be read", underlying: error)
        }
        try self.init(json: json)
    }
}

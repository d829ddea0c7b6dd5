import DeviceCodecs
import Foundation
import Testing
import VitalRecords

/// A frame that shows a quirk, the model if the frame alone does not show it, and the result of both.
struct QuirkCase: Decodable, CustomTestStringConvertible {
    struct Identity: Decodable {
        var name: String?
        var manufacturer: String?
        var model: String?
        var companies: Set<UInt16>?
        var services: Set<BluetoothUUID>?
    }

    let quirk: String
    let characteristic: String
    let hex: String
    let context: String?
    let identity: Identity?
    /// True if the rule applies to every device, so that the model changes nothing.
    let everyDevice: Bool?
    let expected: [String: JSONValue]

    var testDescription: String { "\(quirk) \(hex.prefix(32))" }

    var device: DeviceIdentity {
        DeviceIdentity(
            name: identity?.name,
            manufacturer: identity?.manufacturer,
            model: identity?.model,
            companies: identity?.companies ?? [],
            services: identity?.services ?? []
        )
    }

    static func all() throws -> [QuirkCase] {
        let url = try #require(
            Bundle.module.url(forResource: "quirks", withExtension: "json", subdirectory: "Fixtures")
        )
        return try JSONDecoder().decode([QuirkCase].self, from: Data(contentsOf: url))
    }

    /// The frame's measurement, joined with its context if there is one.
    func measurement(_ identity: DeviceIdentity) throws -> DeviceMeasurement {
        let uuid = try #require(BluetoothUUID(characteristic))
        let frame = try DeviceFrame(
            characteristic: uuid,
            bytes: try CharacteristicDecoder.bytes(hex: hex),
            quirks: QuirkBook.quirks(for: identity)
        )
        guard case .measurement(let measurement) = frame else { throw Unexpected() }
        guard let context else { return measurement }
        return measurement.joined(
            with: try GlucoseContext(decoding: try CharacteristicDecoder.bytes(hex: context))
        )
    }

    /// Everything that a quirk can change.
    func outcome(_ identity: DeviceIdentity) throws -> [String: JSONValue] {
        let result = try measurement(identity)
        let bounds = result.context?.outOfBounds ?? []
        return [
            "values": .list(result.measurements.map { .text("\($0.metric) \($0.value) \($0.unit)") }),
            "bounds": .list(bounds.map { .text("\($0.metric) \($0.direction)") }),
            "usable": .bool(result.isUsable), "patient": .bool(result.isPatient),
            "quirks": .list(result.quirks.map { .text($0.rawValue) }),
            "user": result.userIndex.map { .number(DecimalNumber(Int64($0))) } ?? .null,
            "time": result.time?.text.map { .text($0) } ?? .null,
            "sequence": result.sequence.map { .number(DecimalNumber(Int64($0))) } ?? .null,
            "key": .text(result.keyBytes.map { String(format: "%02x", $0) }.joined()),
        ].merging(Self.link(LinkRules(QuirkBook.quirks(for: identity)))) { $1 }
    }

    private static func link(_ rules: LinkRules) -> [String: JSONValue] {
        func number(_ value: Int) -> JSONValue { .number(DecimalNumber(Int64(value))) }
        return [
            "subscribeDelay": number(rules.subscribeDelay), "requestPause": number(rules.requestPause),
            "clock": .text("\(rules.clock)"), "clockTolerance": number(rules.clockTolerance),
            "idleLimit": rules.idleLimit.map(number) ?? .null,
            "bondsBeforeReading": .bool(rules.bondsBeforeReading),
            "connectsOnlyBonded": .bool(rules.connectsOnlyBonded),
        ]
    }

    struct Unexpected: Error {}
}

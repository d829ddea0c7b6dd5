public import VitalRecords

/// A frame of a Mi scale: 10 bytes (v1) or 13 bytes (v2), as service data of 0x181D and 0x181B or under a standard
/// UUID.
///
/// Source: theengs/decoder, tests/BLE/test_ble.cpp; oliexdev/openScale.
public struct XiaomiScale: Hashable, Sendable {
    /// Whether the value has settled.
    public let isStable: Bool
    /// Whether the person has stepped off; the value is then the last one.
    public let isRemoved: Bool
    /// Whether the load is an object, not a person (v1).
    public let isObject: Bool
    /// The unit on the display: `kg`, `lb` or `jin`.
    public let unit: String
    /// The raw weight in steps of 1/200 kg, 1/100 lb or 1/100 jin.
    public let count: UInt16
    /// Impedance in ohm; nil if not measured.
    public let impedance: UInt16?
    /// Time of the measurement on the scale's clock; 1970 if it was never set.
    public let time: GATTDateTime
    /// The bytes that stay the same while the scale repeats a weighing: time and weight.
    let keyBytes: [UInt8]

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError``: `truncated` for other lengths below 13, `invalid` for longer frames, `empty`, or
    ///   `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        guard bytes.count != 10 else {
            let flags = try reader.uint8("flags")
            count = try reader.uint16("weight")
            time = try reader.dateTime("time")
            impedance = nil
            isStable = flags & 0x20 != 0
            isRemoved = flags & 0x80 != 0
            isObject = flags & 0x40 != 0
            unit = flags & 0x01 != 0 ? "lb" : flags & 0x10 != 0 ? "jin" : "kg"
            keyBytes = Array(bytes[1...])
            return
        }
        guard bytes.count <= 13 else {
            throw CodecError(.invalid, message: "a Mi scale's frame has 10 or 13 bytes, not \(bytes.count)")
        }
        let units = try reader.uint8("unit")
        let flags = try reader.uint8("flags")
        time = try reader.dateTime("time")
        let resistance = try reader.uint16("impedance")
        count = try reader.uint16("weight")
        // More is a mark that none was measured.
        impedance = flags & 0x02 != 0 && (1..<3_000).contains(resistance) ? resistance : nil
        isStable = flags & 0x20 != 0
        isRemoved = flags & 0x80 != 0
        isObject = false
        unit = units & 0x01 != 0 ? "lb" : flags & 0x40 != 0 ? "jin" : "kg"
        keyBytes = Array(bytes[2..<9] + bytes[11..<13])
    }

    /// The weight in the displayed unit.
    public var weight: DecimalNumber {
        unit == "kg"
            ? DecimalNumber(mantissa: Int64(count) * 5, exponent: -3)
            : DecimalNumber(mantissa: Int64(count), exponent: -2)
    }
}

extension XiaomiScale {
    /// The measurement of a vendor frame under a standard UUID; nil for other models and lengths.
    ///
    /// See ``DeviceQuirk/xiaomiVendorPayload``.
    static func measurement(
        _ bytes: [UInt8],
        on characteristic: BluetoothUUID,
        quirks: Set<DeviceQuirk>
    ) throws(CodecError) -> DeviceMeasurement? {
        guard quirks.contains(.xiaomiVendorPayload), bytes.count == 10 || bytes.count == 13 else { return nil }
        return try XiaomiScale(decoding: bytes).deviceMeasurement(on: characteristic)
    }

    /// The measurement that the frame reports.
    ///
    /// A scale repeats its frame and adds the impedance later: all frames of one weighing share a key, and the one with
    /// the impedance is the newer revision. One jin is half a kilogram.
    public func deviceMeasurement(on characteristic: BluetoothUUID) -> DeviceMeasurement {
        let isMass = isResult
        let mass = DecimalNumber(mantissa: Int64(count) * 5, exponent: -3)
        let weight = Measurement(
            metric: .bodyWeight,
            value: unit == "lb" ? self.weight : mass,
            unit: unit == "lb" ? "[lb_av]" : "kg"
        )
        let ohm = impedance.map {
            Measurement(metric: .bodyImpedance, value: DecimalNumber(Int64($0)), unit: "Ohm")
        }
        let isClockSet = time.year >= 2000
        var result = DeviceMeasurement(
            characteristic: characteristic,
            time: isClockSet ? DeviceTime(time) : .unset,
            keyBytes: keyBytes,
            type: .weight,
            measurements: isMass ? [weight, ohm].compactMap { $0 } : [],
            context: nil,
            quirks: [.xiaomiVendorPayload] + (isClockSet ? [] : [.clockNotSet])
        )
        result.completeness = ohm == nil ? 0 : 1
        return result
    }

    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        [
            DecodedField("weight", value: .number(weight)), DecodedField("unit", value: .text(unit)),
            DecodedField("mode", value: .text(isObject ? "object" : "person")),
            DecodedField("stable", value: .bool(isStable)),
            DecodedField("removed", value: .bool(isRemoved)),
            DecodedField("impedance", value: impedance.map { .integer($0) } ?? .null),
            DecodedField("time", value: .time(time)),
        ] + VendorFrames.unusable(!isResult)
    }

    /// Whether the frame holds a person's weight: settled, of a person, and not zero.
    private var isResult: Bool { isStable && !isObject && count > 0 }
}

extension AdvertRule {
    /// Xiaomi scales by their payload: vendor data under the UUIDs of the standard's services.
    static let xiaomiServiceData = AdvertRule(serviceData: [
        ServiceDataRule(service: .weightScaleService, lengths: [10]),
        ServiceDataRule(service: .bodyCompositionService, lengths: [13]),
    ])
    /// Xiaomi scales by the names that they advertise.
    static let xiaomiNames = AdvertRule(namePrefixes: ["MI SCALE", "MI_SCALE", "MIBCS", "MIBFS", "XMTZC"])
    /// Xiaomi scales by the company identifier in their manufacturer data.
    static let xiaomiCompany = AdvertRule(companies: [0x0157])
}

public import DeviceCodecs
public import DeviceDrivers
internal import VitalRecords

/// One link to the invented meter: subscribe, ask for all, take frames until the one that ends them.
public struct XORMeterSession: DriverSession {
    /// Where frames come from.
    public static let frames = BluetoothUUID(0xFFF1)
    /// Where requests go.
    public static let requests = BluetoothUUID(0xFFF2)

    private let key: [UInt8]

    init(key: [UInt8]) {
        self.key = key
    }

    /// Says what comes next.
    public mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        switch input {
        case .ready(let characteristics):
            guard characteristics.contains(Self.frames) else { return [.fail("the meter's service is missing")] }
            return [.subscribe(Self.frames)]
        case .subscribed: return [.tellReady, .write(Self.requests, [0x01]), .wake(after: .seconds(10))]
        case .value(_, let bytes): return take(bytes)
        case .failed(_, let words): return [.fail(words)]
        case .woken: return [.fail("the meter fell silent")]
        case .wrote: return []
        }
    }

    private func take(_ bytes: [UInt8]) -> [DriverOutput] {
        let clear = zip(bytes, key).map { $0 ^ $1 }
        // An end, or a number and mg/dL, each little-endian.
        guard clear.count == 9 else { return [.fail("a frame of \(bytes.count) bytes is not a frame of the meter")] }
        guard clear[0] == 0x02 else { return [.done] }
        let number = UInt64(clear[1]) | UInt64(clear[2]) << 8
        let value = Int(clear[3]) | Int(clear[4]) << 8
        let glucose = Measurement(
            metric: .bloodGlucose,
            value: DecimalNumber(Int64(value)),
            unit: "mg/dL"
        )
        let measurement = DeviceMeasurement(
            characteristic: Self.frames,
            time: nil,
            sequence: number,
            keyBytes: clear,
            type: .diabetes,
            measurements: [glucose],
            context: nil
        )
        return [.measurement(measurement), .wake(after: .seconds(10))]
    }
}

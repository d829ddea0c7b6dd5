public import DeviceCodecs
public import DeviceDrivers
internal import FoundationEssentials
internal import VitalRecords

/// A driver for the Wellue FS20F oximeter, which streams values while a finger is in it.
///
/// The frames follow two public programs (FletcherD, jaggzh). Neither they nor this driver were tried here on a device.
public struct FS20F: ProtocolDriver {
    /// The word in the catalogue's `speaks`.
    public static let name = ProtocolName(rawValue: "fs20f")

    /// The driver needs no secrets.
    public init(_: DriverSecrets) {}

    /// Begins a link at an unknown time; two spots of the same values would be one.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession { FS20FSession(start: 0) }

    /// Begins a link.
    public func makeSession(on start: DriverStart) -> any DriverSession {
        FS20FSession(start: UInt64(exactly: start.now.timeIntervalSince1970.rounded(.down)) ?? 0)
    }

    /// Nothing: the oximeter sends by itself.
    public static func mayWrite(_: [UInt8], to _: BluetoothUUID, isPairing _: Bool) -> Bool { false }
}

/// One link to the oximeter: subscribe, wait for a steady stream, report its median, and leave.
public struct FS20FSession: DriverSession {
    /// The stream's characteristic.
    public static let stream = BluetoothUUID(0xFFE1)

    private static let patience = Duration.seconds(20)
    private static let longestBuffer = 256

    private let start: UInt64
    private var buffer: [UInt8] = []
    private var spot = SteadySpot()

    init(start: UInt64) {
        self.start = start
    }

    /// Says what comes next.
    public mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        switch input {
        case .ready(let characteristics):
            guard characteristics.contains(Self.stream) else { return [.fail("the oximeter's stream FFE1 is missing")] }
            return [.subscribe(Self.stream), .wake(after: Self.patience)]
        case .subscribed: return [.tellReady, .wake(after: Self.patience)]
        case .value(_, let bytes): return take(bytes, at: elapsed)
        case .failed(_, let words): return [.fail(words)]
        case .woken: return [.fail("the oximeter sent no steady values: keep the finger still in it")]
        case .wrote: return []
        }
    }

    private mutating func take(_ bytes: [UInt8], at elapsed: Duration) -> [DriverOutput] {
        buffer += bytes
        buffer.removeFirst(max(0, buffer.count - Self.longestBuffer))
        for frame in OximeterFrame.take(from: &buffer) {
            guard let steady = spot.add(frame, at: elapsed) else { continue }
            return [.measurement(measurement(steady)), .done]
        }
        return []
    }

    /// The stream has no time or number: its key is the second in which the link began.
    private func measurement(_ frame: OximeterFrame) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: Self.stream,
            time: nil,
            keyBytes: (0..<8).map { UInt8(truncatingIfNeeded: start >> (8 * $0)) },
            type: .biometrics,
            measurements: [
                Measurement(metric: .spo2, value: DecimalNumber(Int64(frame.saturation)), unit: "%"),
                Measurement(metric: .pulse, value: DecimalNumber(Int64(frame.pulse)), unit: "/min"),
            ],
            context: nil
        )
    }
}

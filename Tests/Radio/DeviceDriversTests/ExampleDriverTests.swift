import DeviceCodecs
import DeviceDrivers
import ExampleDriver
import Testing
import VitalRecords

@Suite struct ExampleDriverTests {
    private let key = [UInt8](1...16)
    private let registry = DriverRegistry([XORMeter.self])

    private func session() throws -> any DriverSession {
        let driver = try registry.driver(for: XORMeter.name, secrets: DriverSecrets(encryptionKey: key))
        return driver.makeSession(for: DeviceIdentity())
    }

    @Test func aDriverIsCalledWithItsKey() throws {
        var session = try session()
        let first = session.handle(.ready([XORMeterSession.frames]), elapsed: .zero)
        guard case .subscribe(XORMeterSession.frames)? = first.first else {
            Issue.record("it does not subscribe")
            return
        }
        let frame = zip([0x02, 7, 0, 112, 0, 0, 0, 0, 0], key).map { UInt8($0) ^ $1 }
        let outputs = session.handle(.value(XORMeterSession.frames, frame), elapsed: .seconds(1))
        guard case .measurement(let measurement)? = outputs.first else {
            Issue.record("no measurement")
            return
        }
        #expect(measurement.measurements.map { "\($0.metric) \($0.value) \($0.unit)" } == ["blood_glucose 112 mg/dL"])
        #expect(measurement.sequence == 7)
    }

    @Test func aFrameThatIsNoneFailsInWords() throws {
        var session = try session()
        guard case .fail? = session.handle(.value(XORMeterSession.frames, [1, 2]), elapsed: .zero).first else {
            Issue.record("it goes on")
            return
        }
    }

    @Test func aMissingDriverAndARefusedKeyAreToldApart() {
        let missing = #expect(throws: MissingPart.self) {
            try registry.driver(for: .coaguchek, secrets: DriverSecrets())
        }
        #expect(missing?.code == .driverMissing)
        #expect(missing?.message.contains("coaguchek") == true)
        let refused = #expect(throws: MissingPart.self) {
            try registry.driver(for: XORMeter.name, secrets: DriverSecrets())
        }
        #expect(refused?.code == .driverRefused)
        #expect(registry.names == [XORMeter.name])
    }

    @Test func secretsStandInNoText() {
        let secrets = DriverSecrets(authKey: "abcdef", license: Array("license".utf8), encryptionKey: key)
        #expect("\(secrets)" == "driver secrets")
    }
}

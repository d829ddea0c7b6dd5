import SeededRandom
import Testing

@testable import BlueZSimulator

/// Thermometer, scales and oximeter.
struct ProfileTests {
    private func device(
        _ profile: DeviceProfile,
        _ change: (inout ScenarioDevice) -> Void = { _ in }
    ) -> VirtualDevice {
        var script = ScenarioDevice(address: Bench.address, profile: profile)
        change(&script)
        return VirtualDevice(script, epoch: Bench.epoch, random: SplitMix64(seed: 1))
    }

    private func frames(_ device: inout VirtualDevice, _ values: [MeasurementValues.Key: Double]) -> [String] {
        _ = device.handle(.measure(frame: nil, values: .init(values)), at: .zero)
        return device.lastMeasured?.frames.map(\.bytes.hex) ?? []
    }

    @Test("Values become exactly the frames of their profile")
    func exact() {
        var thermometer = device(.thermometer)
        #expect(frames(&thermometer, [.celsius: 36.6, .site: 6]) == ["066e0100ffea07030108000006"])
        var scale = device(.weightScale)
        #expect(frames(&scale, [.kilograms: 79.96, .user: 2]) == ["06783eea07030108000002"])
        #expect(frames(&scale, [.kilograms: 72.4]).first?.hasPrefix("069038") == true)
        var oximeter = device(.pulseOximeter)
        #expect(frames(&oximeter, [.spo2: 97, .pulse: 61]) == ["0361003d00ea0703010800008001"])
    }

    @Test("Generated values depend only on the seed", arguments: DeviceProfile.allCases)
    func plausible(_ profile: DeviceProfile) {
        var first = device(profile)
        var second = device(profile)
        let made = frames(&first, [:])
        #expect(made == frames(&second, [:]))
        #expect(!made.isEmpty)
    }

    @Test("A scale keeps a user's readings until that user consents on the link")
    func consent() throws {
        var scale = device(.bodyScale) { $0.users = [.init(consent: 1234)] }
        _ = frames(&scale, [.kilograms: 72.4, .user: 1, .bodyFatPercent: 21.3])
        _ = scale.handle(.connected(encrypted: false), at: .zero)
        for short: UInt16 in [0x2A9F, 0x2A9D, 0x2A9C] { _ = scale.handle(.subscribe(short, true), at: .zero) }
        #expect(scale.nextFrame == nil)
        func ask(_ hex: String) throws -> String? {
            let doing = try scale.write(0x2A9F, value: try #require([UInt8](hex: hex)), at: .seconds(1))
            return doing.compactMap { if case .answer(let frame) = $0 { frame.bytes.hex } else { nil } }.first
        }
        #expect(try ask("04") == "20040101")
        #expect(try ask("01bb0b") == "20010102")
        #expect(try ask("02010000") == "200205")
        #expect(try ask("09") == "200902")
        #expect(throws: AttError.userDataAccess) { try scale.read(0x2A85, at: .seconds(1)) }
        #expect(try ask("0201d204") == "200201")
        #expect(try scale.read(0x2A9A, at: .seconds(1)) == [1])
        var sent: [DeviceFrame] = []
        for second in 2..<9 {
            for case .indicate(let frame, _) in scale.handle(.tick, at: .seconds(second)) {
                sent.append(frame)
                _ = scale.handle(.confirmed, at: .seconds(second))
            }
        }
        #expect(sent.map(\.characteristic) == [0x2A9D, 0x2A9C, 0x2A9C])
        #expect(sent[1].bytes.prefix(4) == [0x16, 0x10, 213, 0])
        #expect(scale.stored.isEmpty)
        #expect(try ask("03") == "200301")
        _ = scale.handle(.disconnected, at: .seconds(20))
        #expect(scale.profile.consented == nil)
        #expect(scale.profile.userIndices == [2])
    }

    @Test("A control point without its CCCD is refused")
    func unsubscribed() {
        var scale = device(.bodyScale)
        #expect(throws: AttError.cccdImproper) { try scale.write(0x2A9F, value: [4], at: .zero) }
    }

    @Test("A continuous oximeter sends a value every second and keeps the link while a client is subscribed")
    func continuous() {
        var oximeter = device(.pulseOximeter) { $0.isContinuous = true }
        _ = oximeter.handle(.connected(encrypted: false), at: .zero)
        _ = oximeter.handle(.subscribe(0x2A5F, true), at: .zero)
        var values = 0
        while let deadline = oximeter.deadline, deadline <= .seconds(60) {
            for output in oximeter.handle(.tick, at: deadline) {
                guard case .notify(let frame) = output else { continue }
                #expect(frame.bytes.count == 5)
                values += 1
            }
        }
        #expect(values == 60)
        _ = oximeter.handle(.subscribe(0x2A5F, false), at: .seconds(60))
        #expect(oximeter.idleEnds == .seconds(62.5))
    }
}

import SeededRandom
import Testing

@testable import BlueZSimulator

/// Scales that send their readings in adverts.
struct AdvertScaleTests {
    private func scale(_ profile: DeviceProfile, quirks: Set<DeviceQuirk> = []) -> VirtualDevice {
        let script = ScenarioDevice(address: Bench.address, profile: profile, quirks: quirks)
        return VirtualDevice(script, epoch: Bench.epoch, random: SplitMix64(seed: 1))
    }

    /// Weighs a person, and returns the scale's advert after each step.
    private func weigh(_ scale: inout VirtualDevice, _ values: [MeasurementValues.Key: Double]) -> [String] {
        _ = scale.handle(.measure(frame: nil, values: .init(values)), at: .seconds(1))
        var shown = scale.serviceData.values.map(\.hex)
        for _ in 0..<20 {
            guard let deadline = scale.profile.deadline else { break }
            _ = scale.handle(.tick, at: deadline)
            shown += scale.serviceData.values.map(\.hex)
        }
        return shown
    }

    @Test("A weighing is a series of adverts that ends with the weight, which is repeated")
    func series() {
        var body = scale(.advertBodyScale)
        #expect(body.serviceData.isEmpty && !body.isAdvertising)
        let shown = weigh(&body, [.kilograms: 72.48, .impedanceOhm: 512])
        #expect(shown.count == 6)
        #expect(shown.prefix(3).allSatisfy { $0.hasPrefix("0200") })
        #expect(shown.suffix(3).map { $0.prefix(4) } == ["0220", "0222", "02a2"])
        #expect(shown.last?.hasSuffix("0002a038") == true)
        #expect(body.isAdvertising && body.stored.isEmpty && body.profile.deadline == nil)
        var plain = scale(.advertScale)
        #expect(weigh(&plain, [.kilograms: 72.48]).last?.hasPrefix("a0a038") == true)
        #expect(plain.serviceData.keys.map { $0.prefix(8) } == ["0000181d"])
        #expect(weigh(&body, [.kilograms: 70]).count == 5, "nobody barefoot")
    }

    @Test("A clock that was never set shows no year")
    func unset() {
        var scale = scale(.advertScale, quirks: [.clockNotSet])
        #expect(weigh(&scale, [.kilograms: 72.48]).last?.dropFirst(6).hasPrefix("0000") == true)
    }
}

import BusContract
import DeviceCodecs
import FoundationEssentials
import MessageBus
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// A paired scale's adverts give one reading for each weighing, whatever is repeated, lost or killed.
@Suite struct AdvertReaderTests {
    private let site: AdvertSite

    init() throws {
        site = try AdvertSite()
    }

    /// A weighing as a body scale advertises it, each advert with its second.
    private func weighing(_ clock: ScaleAdvert.Shown) -> [(ScaleAdvert, Double)] {
        [
            (ScaleAdvert(flags: ScaleAdvert.moving, kilograms: 31.5, clock: clock), 0),
            (ScaleAdvert(flags: ScaleAdvert.moving, kilograms: 70, clock: clock), 0.5),
            (ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4, clock: clock), 1),
            (ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4, clock: clock), 2),
            (ScaleAdvert(flags: ScaleAdvert.impedance, kilograms: 72.4, ohm: 512, clock: clock), 3),
            (ScaleAdvert(flags: ScaleAdvert.removedWithImpedance, kilograms: 72.4, ohm: 512, clock: clock), 9),
            (ScaleAdvert(flags: ScaleAdvert.removedWithImpedance, kilograms: 72.4, ohm: 512, clock: clock), 19),
        ]
    }

    /// It would otherwise wait until the clock has caught up.
    @Test func aMeasurementIsBookedAlthoughTheClockIsSetBack() throws {
        var context = Samples.context()
        context.advert = AdvertContext(protocolName: ProtocolName.bthomeScale.rawValue, isLive: false)
        let assembler = try #require(AdvertAssembler(of: context, options: DriverOptions()))
        var measurement = AdvertMeasurement(context: context, assembler: assembler)
        #expect(!measurement.isDue(at: Samples.start))
        measurement.bookedAt = Samples.start + 2
        #expect(!measurement.isDue(at: Samples.start))
        #expect(measurement.isDue(at: Samples.start + 2))
        #expect(measurement.isDue(at: Samples.start - 3_600))
    }

    private func values(_ reading: Reading) -> [String] {
        reading.measurements.map { "\($0.metric.rawValue) \($0.value)" }
    }

    @Test(arguments: [ScaleAdvert.Shown.off(by: 0), .off(by: -7_200), .unset])
    func aWeighingIsOneReadingHoweverOftenItIsRepeated(clock: ScaleAdvert.Shown) async throws {
        let reader = try await site.start()
        try await reader.pairScale()
        for (advert, second) in weighing(clock) {
            await reader.hear(advert, at: second)
            await reader.pass(second + 0.4)
        }
        let reading = try #require(try await reader.readings.first)
        #expect(try await reader.readings.count == 1)
        #expect(values(reading).map { $0.split(separator: " ").last } == ["72.400", "512"])
        #expect(reading.type == .weight && reading.device == Samples.device())
        // The hub saw the person step on it, so the time is known even if the scale's clock is wrong or was never set.
        #expect(reading.timeQuality != .unknown)
        #expect(abs(reading.timestamp.timeIntervalSince(Samples.start.addingTimeInterval(1))) <= 1)
        try await site.kill(reader)
    }

    /// The process is killed after each advert in turn, before and after its reading is booked.
    @Test(arguments: 0..<7, [false, true])
    func aKilledReaderLosesNothingAndBooksNothingTwice(place: Int, isBooked: Bool) async throws {
        for clock in [ScaleAdvert.Shown.off(by: 0), .unset] {
            let site = try AdvertSite()
            var reader = try await site.start()
            try await reader.pairScale()
            for (index, (advert, second)) in weighing(clock).enumerated() {
                await reader.hear(advert, at: second)
                guard index == place else { continue }
                if isBooked { await reader.pass(second + 5) }
                try await site.kill(reader)
                reader = try await site.start()
            }
            await reader.pass(60)
            let readings = try await reader.readings
            #expect(readings.count == 1, "\(clock)")
            #expect(readings.first.map(values)?.count == 2, "\(clock)")
            #expect(try await reader.store.depth().undecodedFrames == 0)
            #expect(try await reader.store.depth().openLinks == 0)
            try await site.kill(reader)
        }
    }

    @Test func aFrameThatWasSavedIsBookedByTheNextStart() async throws {
        let reader = try await site.start()
        try await reader.pairScale()
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4), at: 1)
        #expect(try await reader.readings.isEmpty, "its impedance may come")
        #expect(try await reader.store.depth().undecodedFrames == 1)
        try await site.kill(reader)
        let next = try await site.start()
        #expect(try await next.readings.count == 1)
        // The scale does not know this and repeats the advert.
        await next.hear(ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4), at: 20)
        await next.hear(ScaleAdvert(flags: ScaleAdvert.removed, kilograms: 72.4), at: 21)
        #expect(try await next.readings.count == 1)
        try await site.kill(next)
    }

    /// If the scale's clock is stopped, only another step onto it distinguishes two equal weights.
    @Test func anEqualWeightOfAnotherWeighingIsAnotherReading() async throws {
        let reader = try await site.start()
        try await reader.pairScale(as: 10_080)
        for start in [0.0, 100, 200] {
            for flags in [ScaleAdvert.moving, ScaleAdvert.stable, ScaleAdvert.removed] {
                await reader.hear(
                    ScaleAdvert(flags: flags, kilograms: 80, clock: .unset, isPlain: true),
                    at: start + Double(flags) / 10
                )
            }
        }
        let readings = try await reader.readings
        #expect(readings.count == 3 && Set(readings.map(\.readingKey)).count == 3)
        #expect(Set(readings.map(\.twinKey)).count == 1)
        try await site.kill(reader)
    }

    /// The next person steps on before the first one's impedance arrived.
    @Test func aWeighingThatAnotherOneEndsIsBooked() async throws {
        let reader = try await site.start()
        try await reader.pairScale()
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4), at: 1)
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.moving, kilograms: 20, measuredAt: 2), at: 2)
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 91, measuredAt: 3), at: 3)
        await reader.pass(8)
        let weights = try await reader.readings.compactMap { $0.measurements.first?.value.description }
        #expect(Set(weights) == ["72.400", "91.000"])
        try await site.kill(reader)
    }

    @Test func aWeightThatTheScaleCorrectsIsBookedAsCorrected() async throws {
        let reader = try await site.start()
        try await reader.pairScale()
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4), at: 1)
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.5), at: 2)
        await reader.pass(6)
        #expect(try await reader.readings.map { $0.measurements.first?.value.description } == ["72.500"])
        try await site.kill(reader)
    }

    @Test func nothingOfANeighboursScaleIsKept() async throws {
        let reader = try await site.start()
        for (advert, second) in weighing(.off(by: 0)) { await reader.hear(advert, at: second) }
        await reader.pass(60)
        #expect(try await reader.store.frames(of: Samples.device().description).isEmpty)
        #expect(try await reader.readings.isEmpty)
        // The same applies to adverts from before a person paired it.
        try await reader.pairScale()
        for (advert, second) in weighing(.off(by: 0)).suffix(1) { await reader.hear(advert, at: second + 60) }
        await reader.pass(90)
        #expect(try await reader.readings.isEmpty)
        try await site.kill(reader)
    }

    @Test func aForgottenScaleIsReadNoMore() async throws {
        let reader = try await site.start()
        try await reader.pairScale()
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.removed, kilograms: 72.4), at: 1)
        #expect(try await reader.readings.count == 1)
        try await reader.store.erasePeripheralData(device: Samples.device().description)
        await reader.services.passive.adverts.forget(Samples.device())
        await reader.hear(ScaleAdvert(flags: ScaleAdvert.removed, kilograms: 90, measuredAt: 50), at: 50)
        #expect(try await reader.readings.count == 1)
        try await site.kill(reader)
    }

    /// A reading that was made while an erasure looks for what to erase would stay.
    @Test func advertsWaitWhileAnErasureHasTheirTurn() async throws {
        let reader = try await site.start()
        try await reader.pairScale()
        let turn = await reader.services.passive.adverts.turn
        let hearing = try await turn.withLock {
            let hearing = Task {
                await reader.hear(ScaleAdvert(flags: ScaleAdvert.removed, kilograms: 72.4), at: 1)
            }
            // Each look takes as long as a commit.
            for _ in 0..<50 {
                let readings = try await reader.readings
                #expect(readings.isEmpty)
            }
            return hearing
        }
        await hearing.value
        #expect(try await reader.readings.count == 1)
        try await site.kill(reader)
    }

    /// The adverts' reader ignores scales that are not read passively, and those that need a connection.
    @Test func onlyWhatIsReadByAdvertsIsTaken() async throws {
        let reader = try await site.start(passive: "10081,3000")
        let adverts = await reader.services.passive.adverts
        let body = ScaleAdvert(flags: ScaleAdvert.stable, kilograms: 72.4)
        #expect(await adverts.heard(body.sighting, at: Samples.start))
        var plain = body
        plain.isPlain = true
        #expect(await !adverts.heard(plain.sighting, at: Samples.start))
        #expect(await !adverts.heard(Samples.sighting(), at: Samples.start))
        try await site.kill(reader)
    }

    /// The frame comes from openScale's public test; it cannot be read without the key.
    @Test func anEncryptedAdvertIsReadOnceItsKeyIsStored() async throws {
        var reader = try await site.start(passive: "10082")
        let device = Samples.device()
        var sighting = Samples.sighting(peripherals: [10_082])
        sighting.advertisement = Advertisement(
            serviceData: [BluetoothUUID(0xFE95).description: "4859d53b4d6f359ce56f1f7e7e0adddc260000000c13d3c4"]
        )
        try await AdvertStore(store: reader.store).pair(device, as: 10_082, at: Samples.start)
        #expect(await reader.services.passive.adverts.heard(sighting, at: Samples.start))
        #expect(try await reader.store.frames(of: device.description).isEmpty)
        let secrets = await reader.services.foundation.secrets
        let key = try Samples.bytes("58305740b64e4b425e518aa1f4e51339")
        try await secrets.opened().keep(key, kind: SealedData.encryptionKey, of: device, at: Samples.start)
        try await AdvertKeys(secrets: secrets).keep(address: "84:46:93:64:A5:E6", of: device, at: Samples.start)
        #expect(await reader.services.passive.adverts.heard(sighting, at: Samples.start.addingTimeInterval(10)))
        #expect(try await reader.readings.isEmpty, "its impedance may come")
        try await site.kill(reader)
        reader = try await site.start(passive: "10082")
        let readings = try await reader.readings
        #expect(readings.map { $0.measurements.map(\.value.description) } == [["73.3"]])
        #expect(readings.first?.timeQuality == .received)
        // The scale repeats the frame, and every hub has the same key.
        #expect(await reader.services.passive.adverts.heard(sighting, at: Samples.start.addingTimeInterval(30)))
        await reader.pass(60)
        #expect(try await reader.readings.count == 1)
        try await site.kill(reader)
    }

    /// A BTHome sensor may be a scale or a thermometer, depending on what a person paired it as.
    @Test func whatADeviceWasPairedAsDecidesHowItIsRead() async throws {
        let reader = try await site.start(passive: "10085,10087")
        var sighting = Samples.sighting(peripherals: [10_085, 10_086, 10_087])
        try await AdvertStore(store: reader.store).pair(Samples.device(), as: 10_087, at: Samples.start)
        for (second, hex) in [(1.0, "40065e1f"), (2, "40457001")] {
            sighting.advertisement = Advertisement(serviceData: [BluetoothUUID(0xFCD2).description: hex])
            _ = await reader.services.passive.adverts.heard(sighting, at: Samples.start.addingTimeInterval(second))
        }
        await reader.pass(9)
        #expect(try await reader.readings.map { $0.measurements.map(\.metric) } == [[.bodyTemperature]])
        try await site.kill(reader)
    }
}

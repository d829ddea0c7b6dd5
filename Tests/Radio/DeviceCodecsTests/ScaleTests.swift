import DeviceCodecs
import Testing
import VitalRecords

@Suite struct ScaleTests {
    private let time = "ea07031d021e0f"

    private func measurement(_ characteristic: BluetoothUUID, _ hex: String) throws -> DeviceMeasurement {
        let bytes = try CharacteristicDecoder.bytes(hex: hex)
        let frame = try DeviceFrame(characteristic: characteristic, bytes: bytes)
        guard case .measurement(let result) = frame else { throw QuirkCase.Unexpected() }
        return result
    }

    private func weight(_ hex: String) throws -> DeviceMeasurement { try measurement(.weightMeasurement, hex) }

    private func composition(_ hex: String) throws -> DeviceMeasurement {
        try measurement(.bodyCompositionMeasurement, hex)
    }

    private func part(_ hex: String) throws -> BodyComposition {
        let bytes = try CharacteristicDecoder.bytes(hex: hex)
        let frame = try DeviceFrame(characteristic: .bodyCompositionMeasurement, bytes: bytes)
        guard case .bodyCompositionPart(let part) = frame else { throw QuirkCase.Unexpected() }
        return part
    }

    private func text(_ values: [Measurement]) -> [String] { values.map { "\($0.metric) \($0.value) \($0.unit)" } }

    @Test func valuesKeepUnitAndDigits() throws {
        #expect(try text(weight("00 783e").measurements) == ["body_weight 79.960 kg"])
        let imperial = try weight("0d de44 02 fd00 bc02")
        #expect(
            text(imperial.measurements) == [
                "body_weight 176.30 [lb_av]", "bmi 25.3 kg/m2", "body_height 70.0 [in_i]",
            ]
        )
        #expect(imperial.userIndex == 2)
        #expect(imperial.type == .weight)
    }

    @Test func aFailedWeighingIsNone() throws {
        #expect(try !weight("04 ffff 02").isUsable)
        #expect(try !weight("00 0000").isUsable)
        let overload = try weight("00 feff")
        #expect(overload.measurements.isEmpty)
        #expect(overload.context?.outOfBounds == [OutOfBounds(metric: .bodyWeight, direction: .high)])
        #expect(try weight("00 efff").measurements.map(\.value.description) == ["327.595"])
    }

    @Test func whatTheScaleDoesNotKnowIsNotPublished() throws {
        #expect(try weight("08 783e 0000 0000").measurements.map(\.metric) == [.bodyWeight])
    }

    @Test func theUnknownUserIsNobody() throws {
        #expect(try weight("04 783e ff").userIndex == 255)
        #expect(try weight("04 783e 00").userIndex == 0)
        #expect(try composition("0400 d500 ff").userIndex == 255)
    }

    @Test func aCompositionHasAllItsValues() throws {
        let result = try composition(
            "fe0f d500 \(time) 01 581b 9501 0019 d430 e02e 2823 8d13 803e f406"
        )
        #expect(
            text(result.measurements) == [
                "body_fat 21.3 %", "basal_metabolic_rate 7000 kJ/d", "body_muscle 40.5 %", "body_muscle_mass 32.000 kg",
                "body_lean_mass 62.500 kg", "body_soft_lean_mass 60.000 kg", "body_water_mass 45.000 kg",
                "body_impedance 500.5 Ohm", "body_weight 80.000 kg", "body_height 1.780 m",
            ]
        )
    }

    @Test func aWeightStaysWhereTheCompositionFailed() throws {
        let result = try composition("0804 ffff 9623 803e")
        #expect(text(result.measurements) == ["body_weight 80.000 kg"])
        #expect(result.isUsable)
        #expect(try !composition("0800 ffff 9623").isUsable)
    }

    @Test func partsMakeOneMeasurement() throws {
        let first = try part("1210 d500 \(time) 9501")
        let second = try part("0014 d600 803e")
        let whole = try #require(first.joined(with: second))
        let result = whole.deviceMeasurement
        #expect(text(result.measurements) == ["body_fat 21.3 %", "body_muscle 40.5 %", "body_weight 80.000 kg"])
        #expect(result.time?.text == "2026-03-29T02:30:15")
        #expect(result.keyBytes == first.bytes + second.bytes)
    }

    @Test func partsOfDifferentWeighingsStayApart() throws {
        let first = try part("1610 d500 \(time) 01 9501")
        #expect(try first.joined(with: part("0214 d500 ea07031d021e10 803e")) == nil)
        #expect(try first.joined(with: part("0414 d500 02 803e")) == nil)
        #expect(try first.joined(with: part("0114 d500 803e")) == nil)
        #expect(try first.joined(with: part("0414 d500 01 803e")) != nil)
        let whole = try BodyComposition(decoding: CharacteristicDecoder.bytes(hex: "0000 d500"))
        #expect(first.joined(with: whole) == nil)
    }

    @Test func weightAndCompositionOfOneWeighingAreOneReading() throws {
        let alone = try weight("06 783e \(time) 01")
        let body = try composition("0604 d500 \(time) 01 803e")
        let joined = try #require(alone.joined(with: body))
        #expect(text(joined.measurements) == ["body_weight 79.960 kg", "body_fat 21.3 %"])
        #expect(joined.keyBytes == alone.keyBytes)
        #expect((alone.revision, joined.revision) == (3, 4))
        #expect(joined.joined(with: body) == nil)
    }

    @Test func otherWeighingsAreNotJoined() throws {
        let alone = try weight("06 783e \(time) 01")
        #expect(try alone.joined(with: composition("0600 d500 \(time) 02")) == nil)
        #expect(try alone.joined(with: composition("0600 d500 ea07031d021e10 01")) == nil)
        // Without a time they may belong to different weighings.
        #expect(try weight("00 783e").joined(with: composition("0000 d500")) == nil)
    }

    /// A BF788 sends zeros first: joined as the composition, they would keep the real one out.
    @Test func aPlaceholderIsNotJoined() throws {
        let alone = try weight("06 783e \(time) 01")
        let zeros = try composition("9603 0000 \(time) 01 0000 0000 0000 0000")
        #expect(zeros.quirks.contains(.beurerZeroComposition))
        #expect(alone.joined(with: zeros) == nil)
    }

    @Test func featuresSayWhetherThereAreUsers() throws {
        #expect(try WeightScaleFeature(decoding: [2, 0, 0, 0]).hasUsers)
        #expect(try !BodyCompositionFeature(decoding: [1, 0, 0, 0]).hasUsers)
    }

    @Test func usersAreAskedForByTheControlPoint() throws {
        #expect(UserControlRequest.register(consent: 9_999).bytes == [1, 0x0F, 0x27])
        #expect(UserControlRequest.consent(user: 3, consent: 1_234).bytes == [2, 3, 0xD2, 4])
        #expect(UserControlRequest.listAll.bytes == [4])
        #expect(try UserControlFrame(decoding: [0x20, 1, 1, 3]).newUser == 3)
        #expect(try UserControlFrame(decoding: [0x20, 1, 4]).newUser == nil)
        #expect(try UserControlFrame(decoding: [0x20, 2, 1]).newUser == nil)
    }

    /// A Mi scale repeats its frame and adds the impedance later: one weighing, one key, a higher revision.
    @Test func aMiScalesWeighingKeepsItsKey() throws {
        func frame(_ hex: String) throws -> DeviceMeasurement {
            let bytes = try CharacteristicDecoder.bytes(hex: hex)
            return try XiaomiScale(decoding: bytes).deviceMeasurement(on: .bodyCompositionMeasurement)
        }
        let first = try frame("0224e607020e10293a00009a38")
        let second = try frame("0226e607020e10293af7019a38")
        let third = try frame("02a6e607020e10293af7019a38")
        #expect(first.keyBytes == second.keyBytes)
        #expect(second.keyBytes == third.keyBytes)
        #expect((first.revision, second.revision) == (1, 2))
        #expect(text(second.measurements) == ["body_weight 72.450 kg", "body_impedance 503 Ohm"])
        // The weight is not stable yet.
        #expect(try !frame("0204e607020e10293a00009a38").isUsable)
        #expect(try frame("0624b2070101002e3800004c04").time == .unset)
    }
}

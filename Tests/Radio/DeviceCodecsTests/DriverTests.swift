import DeviceCodecs
import SeededRandom
import Testing

@Suite struct DriverTests {
    @Test func ownFramesSayWhatIsExpected() throws {
        #expect(DriverCase.own.count >= 150)
        try check(DriverCase.own)
    }

    @Test(.enabled(if: !DriverCase.shared.isEmpty, "the shared frames are not on this machine"))
    func sharedFramesSayWhatIsExpected() throws {
        #expect(DriverCase.shared.count >= 107)
        try check(DriverCase.shared)
    }

    /// A model only settles what the bytes leave open: none of these frames needs it.
    @Test(arguments: DriverCase.shared.filter { $0.model?.contains("TD-") != true })
    func sharedFramesNeedNoModel(row: DriverCase) throws {
        var options = row.options
        options.model = nil
        let decoded = try row.decoded(options: options)
        #expect(JSONValue.object(decoded).contains(.object(row.expected)), "\(row.testDescription): \(decoded)")
    }

    private func check(_ rows: [DriverCase]) throws {
        for row in rows {
            do {
                let decoded = try row.decoded()
                #expect(JSONValue.object(decoded).contains(.object(row.expected)), "\(row.testDescription): \(decoded)")
            } catch let error as CodecError {
                #expect(row.expected["error"] == .text(error.code.rawValue), "\(row.testDescription): \(error.message)")
            }
        }
    }

    @Test("A record of Omron's scales is none of a cuff, also if the kind is given")
    func recordOfAScale() throws {
        var options = DriverOptions()
        (options.model, options.kind) = ("HBF-222T", "record")
        // 70.00 kg, and bytes that a cuff's record would have as pressures.
        var bytes = [UInt8](repeating: 0, count: 32)
        bytes.replaceSubrange(2..<14, with: [0x3A, 0xC8, 0x5F, 0x02, 0x4E, 0x18, 0x3B, 0x6D, 0x22, 0x33, 0x89, 0xCC])
        bytes.replaceSubrange(26..<28, with: [0x57, 0x80])
        let frame = try DriverTable.family(named: "omron").frames([bytes], options: options).first
        #expect(frame?.kind == "scale")
        #expect(frame?.json.contains("\"weight\":70.0") == true, "\(frame?.json ?? "")")
    }

    /// The evidence for a family is stated in its row, and must follow from these frames.
    @Test(arguments: DriverTable.families.map(\.name))
    func evidenceIsWhatTheFramesAre(name: String) throws {
        let rows = DriverCase.own.filter { $0.driver == name }
        let evidence = try DriverTable.family(named: name).evidence
        #expect(evidence.captured == rows.count { $0.origin == "captured" })
        #expect(evidence.published == rows.count { $0.origin == "published test" })
        #expect(evidence.constant == rows.count { $0.origin.hasSuffix("in another program") })
        #expect(evidence.computed == rows.count { $0.origin == "computed" })
        #expect(evidence.captured + evidence.published + evidence.constant + evidence.computed == rows.count)
        #expect(!rows.isEmpty)
    }

    /// Exactly the requests that the sources call dangerous are marked.
    @Test func dangerousRequestsAreKnown() throws {
        for row in DriverCase.own {
            let family = try DriverTable.family(named: row.driver)
            let isNever = try row.frames.contains { family.neverSends(try CharacteristicDecoder.bytes(hex: $0)) }
            let decoded = (try? row.decoded()) ?? [:]
            #expect(
                (decoded["never"] == .bool(true)) == (row.expected["never"] == .bool(true)),
                "\(row.testDescription)"
            )
            if row.expected["never"] == .bool(true) { #expect(isNever, "\(row.testDescription)") }
        }
    }

    @Test func namesAreUniqueAndAnUnknownOneListsThem() {
        let names = DriverTable.families.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        let error = #expect(throws: CodecError.self) { try DriverTable.family(named: "nobody") }
        #expect(error?.code == .unsupportedDriver)
        #expect(error?.message.contains("omron") == true)
    }

    /// Nothing traps on noise or on frames with a changed byte or length.
    @Test(arguments: DriverTable.families.map(\.name))
    func noFrameTraps(name: String) throws {
        let family = try DriverTable.family(named: name)
        let seeds = try DriverCase.own.filter { $0.driver == name }.flatMap(\.frames)
            .map { try CharacteristicDecoder.bytes(hex: $0) }
        var generator = SplitMix64(seed: 20_261_128)
        let known: Set<CodecError.Code> = [.truncated, .empty, .invalid, .oversized]
        var options = DriverOptions()
        options.key = [UInt8](repeating: 7, count: 16)
        options.address = [UInt8](repeating: 9, count: 6)
        for round in 0..<5_000 {
            options.model =
                round.isMultiple(of: 3)
                ? ["HBF-227T", "6401T", "TD-1107", "BP2", "9601T"].randomElement(using: &generator) : nil
            options.kind =
                round.isMultiple(of: 7)
                ? ["index", "record", "clock", "advert", "scale", "playback"].randomElement(using: &generator) : nil
            options.protocolVersion = round % 20
            let frames = (0...Int.random(in: 0...2, using: &generator)).map { _ in
                frame(from: seeds, using: &generator)
            }
            do throws(CodecError) {
                let decoded = try family.frames(frames, options: options)
                if round.isMultiple(of: 16) { #expect(decoded.allSatisfy { $0.json.hasPrefix("{\"kind\":") }) }
            } catch {
                #expect(known.contains(error.code))
            }
        }
    }

    private func frame(from seeds: [[UInt8]], using generator: inout SplitMix64) -> [UInt8] {
        guard Int.random(in: 0...3, using: &generator) > 0, var frame = seeds.randomElement(using: &generator) else {
            return (0..<Int.random(in: 0...64, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) where !frame.isEmpty {
            frame[Int.random(in: 0..<frame.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        return Array(frame.prefix(Int.random(in: 0...(frame.count + 8), using: &generator)))
    }
}

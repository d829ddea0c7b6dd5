import DeviceCodecs
import Foundation
import Testing

@Suite struct DecodeDriverTests {
    private let record = "5b474519ae611f1c804004000ef1"

    @Test func framesOfADriverAreOneLineEach() async throws {
        let outcome = await Shell().run("decode", "--driver", "omron", record, "08 01 00 02 60 26 00 4d", "--json")
        #expect(outcome.code == 0)
        try #require(outcome.out.count == 2)
        #expect(outcome.out[0].hasPrefix(#"{"kind":"record","systolic":116,"diastolic":71,"pulse":69,"#))
        #expect(outcome.out[1].contains(#""command":"0100","address":"0260","count":38"#))
    }

    @Test func plainOutputNamesKindAndFields() async {
        let outcome = await Shell().run("decode", "--driver", "omron", record)
        #expect(outcome.out.first == "record")
        #expect(outcome.out.contains("  time: 2025-08-13T14:48:31"))
    }

    @Test func encryptedAdvertsTakeKeyAndAddress() async {
        let frame = "4859d53b2d3314943c58b133638c7457a4000000c3e670dc"
        let outcome = await Shell().run(
            "decode",
            "--driver",
            "xiaomi",
            "--key",
            "58305740b64e4b425e518aa1f4e51339",
            "--address",
            "84:46:93:64:A5:E6",
            frame,
            "--json"
        )
        #expect(outcome.out.first?.contains(#""weight":74.2"#) == true)
        let other = await Shell().run(
            "decode",
            "--driver",
            "xiaomi",
            "--key",
            "00305740b64e4b425e518aa1f4e51339",
            "--mac",
            "84:46:93:64:A5:E6",
            frame
        )
        #expect(other.code == 65)
        #expect(other.err.count == 1)
        #expect(other.err.first?.contains("00305740") == false)
    }

    @Test(arguments: [
        (["decode", "--driver", "nobody", "00"], "unsupportedDriver"),
        (["decode", "--driver", "omron", "zz"], "invalid"), (["decode", "--driver", "nonin", "0b10"], "invalid"),
        (["decode", "--driver", "xiaomi", "--key", "00", "00"], "invalid"),
        (["decode", "--driver", "viatom", "aa14eb"], "truncated"),
        (["decode", "--driver", "nonin", "0a10"], "truncated"),
    ])
    func whatCannotBeDecodedIsOneError(words: [String], code: String) async throws {
        let outcome = await Shell().run(words + ["--json"])
        #expect(outcome.code == 65)
        try #require(outcome.out.count == 1)
        let decoded = try JSONDecoder().decode([String: [String: String]].self, from: Data(outcome.out[0].utf8))
        #expect(decoded["error"]?["code"] == code)
    }

    /// Bytes without quotes around them are one frame.
    @Test(arguments: [["40", "06", "5e", "1f"], ["0x40", "0x06", "0x5E", "0x1F"], ["40 06 5e 1f"], ["40:06:5e:1f"]])
    func bytesWithoutQuotesAreOneFrame(words: [String]) async {
        let outcome = await Shell().run(["decode", "--driver", "bthome", "--json"] + words)
        #expect(outcome.code == 0)
        #expect(outcome.out.count == 1 && outcome.out.joined().contains("80.3"), "\(outcome.out)")
    }

    @Test func everyFamilyIsListedWithItsEvidence() async {
        let outcome = await Shell().run("decode", "--drivers")
        for family in DriverTable.families {
            #expect(outcome.out.contains("\(family.name): \(family.devices)"))
            #expect(outcome.out.contains("  frames: \(family.evidence.summary)"))
        }
        let json = await Shell().run("decode", "--drivers", "--json")
        #expect(json.out == DriverTable.families.map(\.json))
    }

    @Test func withoutADriverTwoWordsAreNeeded() async {
        let outcome = await Shell().run("decode", "2A35")
        #expect(outcome.code == 64)
    }
}

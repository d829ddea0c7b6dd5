import DeviceCaptures
import DeviceCodecs
import Testing

@Suite struct CaptureScriptTests {
    private let control = BluetoothUUID(0xFFF2)

    @Test func stepsAreReadLineByLine() throws {
        let script = try CaptureScript(
            """
            # An unknown scale.
            read 2A29          # its maker
            subscribe fff1

            write FFF2 01 00ff
            wait 5
            """
        )
        let write = try #require(AllowedWrite("FFF2=0100ff"))
        #expect(
            script.steps == [.read(BluetoothUUID(0x2A29)), .subscribe(BluetoothUUID(0xFFF1)), .write(write), .wait(5)]
        )
        #expect(script.writes == [write])
    }

    @Test(arguments: [
        "read", "read 2A", "write FFF2", "write FFF2 1", "wait 0", "wait 601", "wait x", "delete FFF2", "read 2A29 1",
    ])
    func aWrongLineIsNamed(line: String) {
        let error = #expect(throws: CodecError.self) { try CaptureScript("read 2A29\n\(line)") }
        #expect(error?.message.contains("line 2") == true)
    }

    @Test func onlyTheSameBytesToTheSameCharacteristicAreAllowed() throws {
        let script = try CaptureScript("write FFF2 0100")
        for allowed in [[], ["FFF2=0101"], ["FFF1=0100"], ["FFF2=010000"], ["FFF2=01"]] {
            let writes = allowed.compactMap(AllowedWrite.init)
            #expect(writes.count == allowed.count)
            let error = #expect(throws: CodecError.self) { try script.check(allowed: writes) }
            #expect(error?.message.contains("--allow FFF2=0100") == true)
        }
        try script.check(allowed: [try #require(AllowedWrite("0xFFF2=01 00"))])
        try CaptureScript("read 2A29").check(allowed: [])
    }

    @Test func whatDestroysInAKnownProtocolIsNamed() throws {
        #expect(try #require(AllowedWrite("FFF2=9d7f")).dangers.contains { $0.contains("contec") })
        #expect(try #require(AllowedWrite("FFF2=00")).dangers.isEmpty)
        for text in ["FFF2", "FFF2=", "=01", "FFF2=0", "FFF2=01=02"] { #expect(AllowedWrite(text) == nil) }
    }
}

@Suite struct ShownValuesTests {
    @Test(arguments: [
        ("128/82 pulse 71", ["systolic 128", "diastolic 82", "pulse 71"]),
        ("128/82 71 bpm", ["systolic 128", "diastolic 82", "pulse 71 bpm"]),
        ("72,4kg fat 21.5 %", ["weight 72.4 kg", "fat 21.5 %"]), ("97 % 64", ["spo2 97 %", "- 64"]),
        ("5.8 mmol/L", ["value 5.8 mmol/L"]), ("SpO2 97, pulse: 64", ["spo2 97", "pulse 64"]),
        ("37.1 °C", ["temperature 37.1 °C"]), ("E3", []), ("", []),
    ])
    func typedWordsNameTheValues(text: String, expected: [String]) {
        let values = ShownValues(text).values.map { value in
            ([value.name ?? "-", "\(value.number)", value.unit].compactMap(\.self)).joined(separator: " ")
        }
        #expect(values == expected)
    }
}

import Archive
import HealthInputs
import Testing

@Suite struct RecognitionTests {
    @Test(arguments: [
        ("\u{FEFF}<?xml version=\"1.0\"?>\n" + AppleXML.all, HealthInputKind.appleHealth),
        (AppleXML.record(), .appleHealth),
        (#"{"data":{"metrics":[]}}"#, .healthAutoExport), (#" {"data":{}}"#, .healthAutoExport),
        (#"[{"dateTime":"01/02/26 08:00:00","value":"7"}]"#, .fitbit),
        ("\u{FEFF}com.samsung.shealth.step_daily_trend,7006011,6\n", .samsungHealth),
        ("Start time,End time,Move Minutes count\n", .takeoutFit),
        (#"{"Data Source":"derived:com.google.weight:x:y","Data Points":[]}"#, .takeoutFit),
        ("timestamp,steps,data source\n2026-03-25T08:00:00Z,10,Charge 6\n", .fitbit),
        ("SQLite format 3\0…", .healthConnect),
        ("\u{0E}\u{10}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}.FIT", .fit),
    ])
    func contentTells(text: String, kind: HealthInputKind) throws {
        #expect(try HealthInput(BytesInMemory(Array(text.utf8))).kind == kind)
    }

    @Test(arguments: [
        ("", HealthInputsError.Code.unknownInput, "empty"), (" \n", .unknownInput, "spaces"),
        ("<?xml version=\"1.0\"?><ClinicalDocument/>", .unsupportedInput, "export_cda.xml"),
        ("<gpx version=\"1.1\"/>", .unknownInput, "GPX"), ("<html/>", .unknownInput, "XML without"),
        (#"{"resourceType":"Observation"}"#, .unsupportedInput, "FHIR"), ("[1]", .unknownInput, "JSON"),
        ("Salted__12345678", .encrypted, "OpenSSL"), ("Rar!\u{1A}", .unknownInput, "RAR"),
        ("hello", .unknownInput, "not XML"), (#"{"data":[{"id":1}]}"#, .unknownInput, "JSON"),
        (#"{"data":[{"bedtime_start":"2026-03-25T22:00:00+01:00","type":"long_sleep"}]}"#, .unsupportedInput, "Oura"),
        ("date,Sleep Score,Readiness Score\n2026-03-25,80,81\n", .unsupportedInput, "Oura"),
        ("Date,Energy (kcal),Alcohol (g),Carbs (g)\n2026-03-25,1900,0,210\n", .unsupportedInput, "Cronometer"),
    ])
    func whatIsRefusedIsNamed(text: String, code: HealthInputsError.Code, word: String) {
        let error = #expect(throws: HealthInputsError.self) { try HealthInput(BytesInMemory(Array(text.utf8))) }
        #expect(error?.code == code)
        #expect(error?.message.contains(word) == true)
    }

    @Test("the document type alone may be longer than the first bytes that are read")
    func longHead() throws {
        let text = "<?xml version=\"1.0\"?>\n<!-- " + String(repeating: "x", count: 50_000) + " -->" + AppleXML.all
        #expect(try HealthInput(BytesInMemory(Array(text.utf8))).kind == .appleHealth)
    }
}

import HealthInputs
import Testing
import VitalRecords

@Suite("malformed exports")
struct MalformedExportTests {
    private let good = AppleXML.record()

    @Test("the broken document type of iOS 16")
    func brokenDocumentType() throws {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE HealthData [
            <!-- HealthKit Export Version: 12 -->
            <!ATTLIST VisionPrescription
              type             CDATA #REQUIRED
            <!ELEMENT RightEye EMPTY>
            <!ATTLIST RightEye
              sphere           CDATA #IMPLIED
            >
            >
            ]>
            <HealthData locale="en_US">\(good)</HealthData>
            """
        let (sink, report) = try AppleXML.read(head)
        #expect(sink.samples.count == 1)
        #expect(report.damage.count == 0)
    }

    @Test("an instruction is not an element of the export, whatever it contains")
    func instructions() throws {
        let (sink, report) = try AppleXML.read("<HealthData><?a \(good) ?>\(good)<?b?></HealthData>")
        #expect(sink.samples.count == 1)
        #expect(report.damage.count == 0)
    }

    @Test(
        "names follow XML's rules",
        arguments: [
            ("a\tb\nc\r\nd", "a b c d"), ("a&#10;b&#x9;c", "a\nb\tc"), ("&amp;\u{301}", "&\u{301}"),
            ("&#x1F468;\u{200D}&#x1F469;", "👨\u{200D}👩"), ("&#000000000000233;", "é"),
            ("&nbsp;&;&#;&#xZ;&", "&nbsp;&;&#;&#xZ;&"),
        ]
    )
    func names(written: String, name: String) throws {
        let record = """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(written)" unit="count" value="7" \
            startDate="2026-03-01 08:00:00 +0000" endDate="2026-03-01 08:01:00 +0000"/>
            """
        let (sink, _) = try AppleXML.read("<HealthData>\(record)</HealthData>")
        #expect(sink.sources.map { Array($0.name.unicodeScalars) } == [Array(name.unicodeScalars)])
    }

    @Test("no document type, a byte order mark, Windows line ends, several lines and single quotes")
    func forms() throws {
        let text =
            "\u{FEFF}<HealthData>\r\n<Record\r\n type='HKQuantityTypeIdentifierStepCount'\r\n"
            + "\tendDate = \"2026-03-01T08:00:10Z\"\r\n value=\"7\" startDate=\"2026-03-01T08:00:00.250Z\"\r\n/>\r\n</HealthData>"
        let (sink, report) = try AppleXML.read(text)
        #expect(sink.samples.map(\.value) == [7])
        #expect(sink.samples.first.map { $0.end - $0.start } == 10)
        #expect(sink.sources.map(\.name) == ["unknown"])
        #expect(report.damage.count == 0)
    }

    @Test func controlCharactersAndAngleBracketsInValues() throws {
        let record = AppleXML.record(source: "Wa\u{0B}tch <b>2</b> > 1")
        let (sink, report) = try AppleXML.read(AppleXML.file(record + good))
        #expect(sink.samples.count == 2)
        #expect(sink.sources[0].name == "Wa\u{0B}tch <b>2</b> > 1")
        #expect(report.damage.count == 0)
    }

    @Test("a repeated start attribute")
    func doubleStart() throws {
        let both = good.replacing("startDate=", with: "startDate=\"X\" startDate=")
        let asEnd = good.replacing("endDate=\"2026-03-01 08:00:00", with: "startDate=\"2026-03-01 08:00:09")
        let (sink, report) = try AppleXML.read(AppleXML.file(both + asEnd))
        #expect(sink.samples.map { $0.end - $0.start } == [0, 9])
        #expect(report.damage.entries.map(\.element) == ["Record", "Record"])
    }

    @Test("a lost quote costs only its element")
    func lostQuote() throws {
        let broken = good.replacing("value=\"10\"/>", with: "value=\"10/>")
        let text = AppleXML.file(good + "\n" + broken + "\n" + good + "\n" + good)
        let (sink, report) = try AppleXML.read(text)
        #expect(sink.samples.count == 3)
        #expect(report.damage.count == 1)
        let place = try #require(text.firstRange(of: broken)).lowerBound
        #expect(report.damage.entries.first?.offset == UInt64(text.utf8.distance(from: text.startIndex, to: place)))
        #expect(report.damage.entries.first?.element == "Record")
    }

    @Test("a lost end tag costs nothing")
    func lostEnd() throws {
        let open = good.replacing("/>", with: ">") + "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
        let (sink, report) = try AppleXML.read(AppleXML.file(open + good))
        #expect(sink.samples.map(\.flags) == [.userEntered, []])
        #expect(report.damage.count == 1)
    }

    @Test(arguments: [
        ("value=\"10\"", "value=\"ten\""), ("value=\"10\"", "value=\"\""), ("value=\"10\"", "value=\".\""),
        ("value=\"10\"", "value=\"NaN\""), ("value=\"10\"", ""), ("startDate=\"2026", "startDate=\"0026"),
        ("startDate=\"2026-03-01", "startDate=\"2026-02-30"), ("startDate=\"2026", "startDate=\"1985"),
        (" startDate=", " began="), ("type=", "kind="),
    ])
    func whatCannotBeReadIsLeftOutAndReported(from: String, to: String) throws {
        let (sink, report) = try AppleXML.read(AppleXML.file(good.replacing(from, with: to) + good))
        #expect(sink.samples.count == 1)
        #expect(report.damage.count == 1)
        #expect(report.damage.entries.first?.message.contains("left out") == true)
    }

    @Test("a tag without an end does not stop the file, and loses little")
    func endlessTag() throws {
        let text = AppleXML.file("<Record type=\"" + String(repeating: "x", count: 400_000) + "\n" + good)
        let (sink, report) = try AppleXML.read(text)
        #expect(sink.samples.count <= 1)
        #expect(report.damage.count >= 1)
        let many = AppleXML.file(String(repeating: "<Me a=\"", count: 200_000))
        #expect(try AppleXML.read(many).report.damage.count > 0)
    }

    @Test("comments and character data are skipped, and entities of the document type are not expanded")
    func markup() throws {
        let text = """
            <!DOCTYPE HealthData [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
            <HealthData><!-- \(good) --><![CDATA[\(good)]]>\(AppleXML.record(source: "&b;&#65;&#x42;&nbsp;&"))</HealthData>
            """
        let (sink, _) = try AppleXML.read(text)
        #expect(sink.samples.count == 1)
        #expect(sink.sources.map(\.name) == ["&b;AB&nbsp;&"])
    }

    @Test("the first export versions")
    func oldForms() throws {
        let old =
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" source=\"Health\" unit=\"count\" "
            + "Health Mate App Version=\"2.6.0\" startDate=\"20150616071916-0700\" endDate=\"20150616071920-0700\" value=\"5\"/>"
        let (sink, report) = try AppleXML.read(AppleXML.file(old))
        #expect(report.damage.count == 0)
        // 2015-06-16T14:19:16Z
        #expect(sink.samples.map(\.start) == [1_434_464_356])
        #expect(sink.sources.map(\.name) == ["Health"])
    }

    @Test func typesThatNobodyWantsAreCounted() throws {
        var sink = RecordingSink()
        sink.unwanted = ["HKQuantityTypeIdentifierStepCount"]
        var source = AppleXML.reader(AppleXML.file(good + good))
        let report = try AppleExportReader(salt: []).read(&source, into: &sink)
        #expect(sink.samples.isEmpty)
        #expect(report.elements == ["HKQuantityTypeIdentifierStepCount": 2])
    }

    @Test("endless types are counted together, and none of their samples gets another type")
    func typesWithoutEnd() throws {
        let made = (0..<10_020).map { AppleXML.record("HKQuantityTypeIdentifierMade\($0)") }.joined()
        let known = AppleXML.record("HKQuantityTypeIdentifierMade7", value: "3")
        let (sink, report) = try AppleXML.read(AppleXML.file(good + made + known))
        #expect(sink.types.count == 10_000)
        #expect(sink.samples.filter { $0.type == 0 }.count == 1)
        #expect(sink.samples.count == 10_001)
        #expect(report.elements["HKQuantityTypeIdentifierStepCount"] == 1)
        #expect(report.elements["HKQuantityTypeIdentifierMade7"] == 2)
        #expect(report.elements["more types"] == 21)
        #expect(report.damage.count == 0)
    }

    @Test("the cut tells which data may be incomplete")
    func cut() throws {
        let steps =
            AppleXML.record(start: "2026-03-01 08:00:00 +0000") + AppleXML.record(start: "2026-03-02 08:00:00 +0000")
        let weight = AppleXML.record("HKQuantityTypeIdentifierBodyMass", unit: "kg")
        let ordered = try AppleXML.read(String(AppleXML.file(weight + steps).dropLast(14))).report.cut
        #expect(ordered?.type == "HKQuantityTypeIdentifierStepCount")
        #expect(ordered?.lastStart == 1_772_438_400)
        #expect(ordered?.isOrdered == true)
        #expect(ordered?.isGroupedByType == true)
        let early = AppleXML.record(start: "2025-03-01 08:00:00 +0000")
        #expect(try AppleXML.read(String(AppleXML.file(steps + early).dropLast(14))).report.cut?.isOrdered == false)
        let mixed = String(AppleXML.file(steps + weight + steps).dropLast(14))
        #expect(try AppleXML.read(mixed).report.cut?.isGroupedByType == false)
    }
}

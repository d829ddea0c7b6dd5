import Foundation
import TestSupport
import Testing
import VitalRecords

@Suite struct OCRTests {
    @Test(arguments: [
        ["ocr"], ["ocr", "a.jpg", "--type", "clock"], ["ocr", "a.jpg", "--type", "any", "--peripheral", "10500"],
        ["ocr", "a.jpg", "--box", "1,2,3"], ["ocr", "a.jpg", "--box", "1,2,0,4"], ["ocr", "a.jpg", "--box", "a,b,c,d"],
        ["ocr", "a.jpg", "--unit", "furlong"], ["ocr", "a.jpg", "--type", "glucoseMeter", "--unit", "kg"],
        ["ocr", "a.jpg", "--unit", "kg"], ["ocr", "a.jpg", "b.jpg", "--show", "c.png"],
        ["ocr", "a.jpg", "--layouts", "x.yaml"], ["scan"],
        ["scan", "a.jpg", "--key", "--label"],
    ])
    func wrongUsageIs64AndExplained(arguments: [String]) async {
        let outcome = await Shell().run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
    }

    @Test(arguments: ["1,2,3", "1,2,3,4,5,6", "1,2,3,4,", "1,2,3,4,nan", "1,2,3,4,inf", "1,2,3,4,361", "1,2,3.5,4"])
    func aBadBoxGetsOneClearError(box: String) async {
        let outcome = await Shell().run("ocr", "a.jpg", "--box", box)
        #expect(outcome.code == 64)
        #expect(outcome.err.count { $0.contains("--box '\(box)' is ") } == 1, "\(outcome.err)")
    }

    @Test func aBoxMayHaveAnAngle() async {
        let outcome = await Shell().run("ocr", "/nowhere/a.jpg", "--box", "10,-20,30,40,-35.5", "--json")
        #expect(outcome.code == 66, "\(outcome.err)")
    }

    /// A meter is given by its number, or by words that only its name contains, as in all commands.
    @Test(arguments: ["99999", "nosuchmeter"])
    func aMeterThatIsNotThereIsRefusedWithTheWayOut(meter: String) async {
        for command in [["ocr", "a.jpg", "--peripheral", meter], ["photo", "overlay", meter, "/nowhere/a.svg"]] {
            let sides = command[0] == "photo" ? ["--width", "640", "--height", "480"] : []
            let outcome = await Shell().run(command + sides)
            #expect(outcome.code == 65)
            #expect(outcome.err.joined().contains("vitalbus photo peripherals"))
        }
    }

    @Test func filesThatAreNoImageAreOneRefusedLineEach() async throws {
        let folder = try TemporaryFolder()
        let names = try ["a.jpg", "b.jpg"].map { name in
            let file = folder.url.appending(path: name)
            try Data("no image".utf8).write(to: file)
            return file.path
        }
        let outcome = await Shell().run(["ocr"] + names + ["--type", "bloodPressure", "--json"])
        #expect(outcome.code == 65 && outcome.err == ["vitalbus: 2 of 2 photos gave no reading"])
        #expect(outcome.out.count == 2)
        for (line, name) in zip(outcome.out, names) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["file"] as? String == name)
            #expect((object["refused"] as? [String: String])?["reason"] == "unknownFormat")
        }
    }

    /// The help, the table of sentences and the reasons agree.
    @Test func theHelpHasEachReasonWithItsWayOut() async {
        let outcome = await Shell().run("ocr", "--help")
        let words = outcome.out.joined(separator: " ").split { $0.isWhitespace }.joined(separator: " ")
        for doubt in ReadingDoubt.known {
            #expect(words.contains("\(doubt): \(doubt.sentence)"), "\(doubt) in \(words)")
        }
    }

    @Test func peopleGetALineBesideTheJSON() async {
        let outcome = await Shell().run("ocr", "/nowhere/a.jpg")
        #expect(outcome.code == 66)
        #expect(outcome.out.first?.hasPrefix(#"{"file":"/nowhere/a.jpg","refused":{"#) == true)
        #expect(outcome.err.first?.hasPrefix("/nowhere/a.jpg: refused, unreadable") == true)
    }

    @Test func scanRefusesWhatIsNoImage() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a.jpg")
        try Data("no image".utf8).write(to: file)
        let outcome = await Shell().run("scan", file.path, "--key")
        #expect(outcome.code == 65 && outcome.err == ["vitalbus: 1 of 1 photos did not show a key"])
        #expect(outcome.out.first?.contains(#""reason":"unknownFormat""#) == true)
    }

    @Test func wrongLayoutsAreAWrongConfiguration() async throws {
        let folder = try TemporaryFolder()
        let layouts = folder.url.appending(path: "x.yaml")
        try Data("peripherals: 7\n".utf8).write(to: layouts)
        let outcome = await Shell().run("ocr", "a.jpg", "--peripheral", "50001", "--layouts", layouts.path)
        #expect(outcome.code == 78)
        #expect(outcome.err.first?.contains(layouts.path) == true, "\(outcome.err)")
    }
}

import Foundation
import TestSupport
import Testing

/// The command line's information about meters with readable displays, without a hub.
@Suite struct PhotoOverlayTests {
    @Test func metersAreListedWithTheirIDs() async {
        let all = await Shell().run("photo", "peripherals")
        #expect(all.code == 0)
        let omron = "10530 Omron M7: bloodPressure, shows sys, dia, pul in mmHg or kPa; layout: the model's own"
        #expect(all.out.contains(omron))
        // The list admits an unknown layout, but not for the generic meters of a kind.
        let unknown = all.out.filter { $0.contains("layout: the kind's, because this model's is unknown") }
        #expect(unknown.contains { $0.hasPrefix("10520 Zewa 11110") } && !unknown.contains { $0.contains(" Any ") })
        #expect(all.out.allSatisfy { $0.contains("; layout: ") != $0.contains(" Any ") })
        let some = await Shell().run("photo", "peripherals", "--type", "glucoseMeter")
        let generic = "10501 Any blood glucose meter: glucoseMeter, shows glucose in mg/dL or mmol/L"
        #expect(some.out.contains(generic))
        #expect(!some.out.isEmpty && some.out.allSatisfy { $0.contains(": glucoseMeter,") })
    }

    @Test func aMeterIsNamedByWordsOfItsName() async throws {
        let folder = try TemporaryFolder()
        let size = ["--width", "640", "--height", "480"]
        let files = ["number.svg", "words.svg"].map { folder.url.appending(path: $0).path }
        #expect(await Shell().run(["photo", "overlay", "10530", files[0]] + size).code == 0)
        #expect(await Shell().run(["photo", "overlay", "omron m7", files[1]] + size).code == 0)
        let pictures = try files.map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(pictures[0] == pictures[1])
        let several = await Shell().run(["photo", "overlay", "omron", files[1]] + size)
        #expect(several.code == 65 && several.err.joined().contains("more than one OCR peripheral"))
    }

    @Test(arguments: [("svg", "<svg "), ("png", "\u{89}PNG")])
    func anOverlayIsWrittenAndItsFrameIsABox(kind: String, start: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "overlay.\(kind)").path
        let outcome = await Shell().run("photo", "overlay", "10530", file, "--width", "640", "--height", "480")
        #expect(outcome.code == 0)
        let box = try #require(outcome.out.first)
        #expect(box.wholeMatch(of: /--box \d+,\d+,\d+,\d+/) != nil)
        let bytes = try Data(contentsOf: URL(filePath: file))
        #expect(bytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
    }

    @Test func anOverlayOfAModelWhoseDisplayIsNotKnownSaysSo() async throws {
        let folder = try TemporaryFolder()
        let size = ["--width", "640", "--height", "480"]
        let file = folder.url.appending(path: "overlay.svg").path
        let unknown = await Shell().run(["photo", "overlay", "10520", file] + size)
        #expect(unknown.code == 0 && unknown.err.joined().contains("the layout of Zewa 11110's display is unknown"))
        let known = await Shell().run(["photo", "overlay", "10530", file] + size)
        #expect(known.code == 0 && known.err.isEmpty)
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).contains(">PULSE</text>"))
    }

    @Test(arguments: [
        ["photo", "peripherals", "--type", "clock"],
        ["photo", "overlay", "10530", "a.gif", "--width", "640", "--height", "480"],
        ["photo", "overlay", "10530", "a.svg", "--width", "15", "--height", "480"],
        ["photo", "overlay", "10530", "a.svg", "--width", "640", "--height", "9000"],
    ])
    func wrongUsageIs64AndExplained(arguments: [String]) async {
        let outcome = await Shell().run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
    }
}

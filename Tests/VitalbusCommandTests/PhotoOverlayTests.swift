import Foundation
import TestSupport
import Testing

/// What the command line says of the meters whose displays are read, without a hub.
@Suite struct PhotoOverlayTests {
    @Test func metersAreListedWithTheirIDs() async {
        let all = await Shell().run("photo", "peripherals")
        #expect(all.code == 0)
        #expect(all.out.contains("10530 Omron M7: bloodPressure, shows sys, dia, pul in mmHg or kPa"))
        let some = await Shell().run("photo", "peripherals", "--type", "glucoseMeter")
        let generic = "10501 Any blood glucose meter: glucoseMeter, shows glucose in mg/dL or mmol/L"
        #expect(some.out.contains(generic))
        #expect(!some.out.isEmpty && some.out.allSatisfy { $0.contains(": glucoseMeter,") })
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

    @Test(arguments: [
        ["photo", "peripherals", "--type", "clock"],
        ["photo", "overlay", "7", "a.svg", "--width", "640", "--height", "480"],
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

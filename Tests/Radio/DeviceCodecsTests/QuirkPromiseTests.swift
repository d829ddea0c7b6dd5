import DeviceCodecs
import Foundation
import Testing

/// Code implements every row of the table of quirks, and this list names it.
@Suite struct QuirkPromiseTests {
    /// Where a rule is implemented: a source file, and a word of that code.
    private struct Deed {
        let file: String
        let word: String

        init(_ file: String, _ word: String) {
            self.file = file
            self.word = word
        }
    }

    private static let codecs = "Radio/DeviceCodecs/"
    private static let reader = "Actors/DeviceReader/"

    private static let deeds: [DeviceQuirk: Deed] = [
        .rfuFlagBits: Deed(codecs + "BloodPressure/BloodPressureMeasurement.swift", ".rfuFlagBits"),
        .beurerBigEndian: Deed(codecs + "BloodPressure/BloodPressureMeasurement.swift", "beurer: &reader"),
        .subscribeLate: Deed(reader + "Link/LinkJob.swift", "subscribeDelay"),
        .ketoneContext: Deed(codecs + "Frames/DeviceMeasurement.swift", "asKetone"),
        .fillerSFloat: Deed(codecs + "Glucose/GlucoseMeasurement.swift", "number > 0"),
        .month13: Deed(codecs + "Time/GATTDateTime.swift", "invalid "),
        .caresensClock: Deed(reader + "Link/LinkInspection.swift", "CareSensClock.question"),
        .range10To600: Deed(codecs + "Glucose/GlucoseSample.swift", "contains(.range10To600)"),
        .range20To600: Deed(codecs + "Glucose/GlucoseSample.swift", "contains(.range20To600)"),
        .duplicateSequence: Deed(reader + "Frames/Assembly/GlucoseJoin.swift", "told[number] == measurement"),
        .countPause: Deed(reader + "Procedures/RACPMachine.swift", "rules.requestPause"),
        .taidocReverseSequence: Deed(reader + "Procedures/GlucoseProcedure.swift", ".taidocReverseSequence"),
        .foraFakeHigh: Deed(codecs + "Glucose/GlucoseMeasurement.swift", "contains(.foraFakeHigh)"),
        .contourSinceSequence: Deed(reader + "Procedures/RACPMachine+Steps.swift", "reportSince"),
        .pairOnConnect: Deed(reader + "Pairing/PairingService.swift", "radio.client.pair(address)"),
        .andDisconnectAfterBond: Deed(reader + "Pairing/PairingService.swift", "radio.client.disconnect(paired)"),
        .andShortIdle: Deed(reader + "Link/LinkJob.swift", "idleLimit"),
        .andNoConnectUnpaired: Deed(reader + "Link/LinkReader+Pairing.swift", "connectsOnlyBonded"),
        .omronTimeOnNotify: Deed(reader + "Link/LinkInspection.swift", ".currentTimeOnNotification"),
        .controlSolution: Deed(reader + "Frames/ReadingBuilder.swift", "isPatient"),
        .detectoBelowZero: Deed(codecs + "Scale/WeightMeasurement.swift", "contains(.detectoBelowZero)"),
        .xiaomiVendorPayload: Deed(codecs + "Scale/XiaomiScale.swift", "contains(.xiaomiVendorPayload)"),
        .beurerZeroComposition: Deed(codecs + "Scale/BodyComposition.swift", "isPlaceholder"),
        .clockNotSet: Deed(codecs + "Time/GATTDateTime.swift", "isClockSet"),
        .randomPasskey: Deed(reader + "Pairing/OperatorAgent.swift", "func show(passkey"),
        .yonkerConnectAfter: Deed(codecs + "Catalogue/PeripheralCatalogue+Named.swift", "connectDelay: 5_000"),
        .bondBeforeRead: Deed(reader + "Link/LinkReader+Pairing.swift", "bondsBeforeReading"),
    ]

    @Test(arguments: DeviceQuirk.allCases)
    func theCodeThatCarriesOutARowIsThere(quirk: DeviceQuirk) throws {
        let deed = try #require(Self.deeds[quirk], "nobody carries out \(quirk.rawValue)")
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        let text = try String(contentsOf: sources.appending(path: deed.file).standardizedFileURL, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
        #expect(lines.contains { $0.contains(deed.word) }, "\(quirk.rawValue): no \(deed.word) in \(deed.file)")
    }

    /// The reader must use every rule of a link by name; an unused rule would be an empty promise.
    @Test func everyRuleOfALinkIsRead() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Actors/DeviceReader").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var code = ""
        for case let file as URL in files where file.pathExtension == "swift" {
            code += try String(contentsOf: file, encoding: .utf8)
        }
        for (name, _) in Mirror(reflecting: LinkRules([])).children.map({ ($0.label ?? "", $0.value) }) {
            #expect(code.contains("rules.\(name)") || code.contains(").\(name)"), "nobody reads LinkRules.\(name)")
        }
    }
}

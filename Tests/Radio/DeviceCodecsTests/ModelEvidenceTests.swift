import DeviceCodecs
import Foundation
import Testing

/// Checks the claims about each model against this target's frames.
@Suite struct ModelEvidenceTests {
    private let catalogue = PeripheralCatalogue.standard

    /// A claim matches exactly what its frames show.
    @Test(arguments: ModelEvidence.claims.keys.sorted())
    func aClaimIsWhatItsFramesAre(id: Int) throws {
        let claim = try #require(ModelEvidence.claims[id])
        let best = origins(of: claim).map(Self.evidence).min { Self.rank($0) < Self.rank($1) }
        #expect(best == claim.evidence, "\(id) \(claim.device)")
        #expect(catalogue.peripheral(id: id)?.evidence == claim.evidence)
    }

    /// A row's claim about a maker's protocol must not exceed its family's evidence.
    @Test(arguments: PeripheralCatalogue.standard.peripherals.map(\.id))
    func aRowClaimsNoMoreThanItsFamilyHas(id: Int) throws {
        let row = try #require(catalogue.peripheral(id: id))
        let claim = ModelEvidence.claims[id]
        guard let family = try claim?.family.map({ try DriverTable.family(named: $0) }) else { return }
        #expect(DriverTable.family(of: row.speaks)?.name == family.name, "\(row.name)")
        switch row.evidence {
        case .captured: #expect(family.evidence.captured > 0, "\(row.name)")
        case .published: #expect(family.evidence.published > 0, "\(row.name)")
        default: Issue.record("\(row.name) needs no claim")
        }
    }

    /// Each row that this program can read has one of the four levels, by its protocol if nothing proves more.
    @Test func aRowWithoutAClaimHasTheLeastEvidence() {
        for row in catalogue.peripherals where ModelEvidence.claims[row.id] == nil {
            if row.speaks == .standard {
                #expect(row.evidence == (row.advert == AdvertRule() ? nil : .untried), "\(row.name)")
            } else if let family = DriverTable.family(of: row.speaks) {
                #expect(row.evidence == .computed, "\(row.name)")
                #expect(DriverCase.own.contains { $0.driver == family.name }, "\(row.name)")
            } else {
                #expect(row.evidence == nil, "\(row.name)")
            }
        }
        for id in [32, 33, 51, 10_020] { #expect(catalogue.peripheral(id: id)?.evidence == nil, "\(id)") }
    }

    @Test func theFourSayingsDiffer() {
        #expect(Set(ModelEvidence.allCases.map(\.words)).count == 4)
    }

    /// An operator's row has no frame to prove it, whatever row it is based on.
    @Test func anAddedRowIsNotVerified() throws {
        let json = #"{"add": [{"basedOn": 10050, "id": 50001, "name": "Own", "advert": {"namePrefixes": ["X"]}}]}"#
        let changed = try catalogue.applying(CatalogueFile.parse(Array(json.utf8)))
        #expect(changed.peripheral(id: 50_001)?.evidence == .untried)
    }

    @Test(arguments: CapturedFrame.own)
    func aCapturedFrameDecodes(frame: CapturedFrame) throws {
        let json = try CharacteristicDecoder.decode(characteristic: frame.characteristic, hex: frame.hex).json
        let decoded = try JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8))
        for (field, value) in frame.expected where field != "mode" {
            #expect(decoded[field] == value, "\(frame.device) \(field)")
        }
    }

    @Test func theCapturedFramesAreThere() {
        #expect(CapturedFrame.own.count >= 13)
        #expect(CapturedFrame.own.allSatisfy { $0.origin == "captured" && !$0.source.isEmpty })
    }

    private func origins(of claim: ModelEvidence.Claim) -> [String] {
        guard let family = claim.family else {
            return CapturedFrame.own.filter { $0.device.contains(claim.device) }.map(\.origin)
        }
        return DriverCase.own.filter { $0.driver == family && $0.model?.contains(claim.device) == true }.map(\.origin)
    }

    private static func evidence(_ origin: String) -> ModelEvidence {
        switch origin {
        case "captured": .captured
        case "published test": .published
        default: .computed
        }
    }

    private static func rank(_ evidence: ModelEvidence) -> Int {
        ModelEvidence.allCases.firstIndex(of: evidence) ?? ModelEvidence.allCases.count
    }
}

/// A captured frame of a standard or an older codec, with the device that sent it.
struct CapturedFrame: Decodable, Sendable, CustomTestStringConvertible {
    let device: String
    let characteristic: String
    let hex: String
    let expected: [String: JSONValue]
    let origin: String
    let source: String

    var testDescription: String { "\(device) \(characteristic)" }

    /// The rows of this target's file; empty if it is unreadable, which a test detects.
    static let own: [CapturedFrame] = {
        guard let url = Bundle.module.url(forResource: "captured", withExtension: "json", subdirectory: "Fixtures"),
            let data = try? Data(contentsOf: url)
        else { return [] }
        return (try? JSONDecoder().decode([CapturedFrame].self, from: data)) ?? []
    }()
}

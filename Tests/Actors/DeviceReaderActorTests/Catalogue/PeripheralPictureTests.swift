import DeviceCodecs
import Foundation
import Logging
import TestSupport
import Testing
import XMLOracle

@testable import DeviceReaderActor

@Suite struct PeripheralPictureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func illustrated(_ catalogue: PeripheralCatalogue) -> PeripheralCatalogue {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return PictureFolder(stateDirectory: folder.url).illustrated(catalogue, logger: logger)
    }

    private func elements(_ url: String?) throws -> [String] {
        let url = try #require(url.flatMap { URL(string: $0) })
        return try XMLOracle.pieces(Array(Data(contentsOf: url))).compactMap {
            if case .start(let name, _) = $0 { name } else { nil }
        }
    }

    @Test func everyRowHasADrawing() throws {
        for peripheral in illustrated(.standard).peripherals {
            let elements = try elements(peripheral.imageURL)
            #expect(elements.first == "svg" && elements.contains("title") && elements.count > 4, "\(peripheral.name)")
            #expect(PeripheralPicture(peripheral).document.utf8.count < 2_048)
        }
    }

    @Test func everyFormIsAModelsAndLooksLikeNoOther() {
        let forms = Set(PeripheralCatalogue.standard.peripherals.map { PeripheralForm(id: $0.id, type: $0.type) })
        #expect(forms == Set(PeripheralForm.allCases))
        let peripherals = PeripheralCatalogue.standard.peripherals.map { peripheral in
            var nameless = peripheral
            nameless.name = ""
            return nameless
        }
        #expect(Set(peripherals.map { PeripheralPicture($0).document }).count == forms.count)
    }

    @Test func anOperatorsImageAndNameStand() throws {
        let file = CatalogueFile(
            overrides: [
                PeripheralOverride(id: 3000, imageURL: "https://example.org/cuff.png"),
                PeripheralOverride(id: 4000, name: "<Ward & \u{1}door>"),
            ]
        )
        let catalogue = illustrated(try PeripheralCatalogue.standard.applying(file))
        #expect(catalogue.peripheral(id: 3000)?.imageURL == "https://example.org/cuff.png")
        #expect(try elements(catalogue.peripheral(id: 4000)?.imageURL).first == "svg")
    }

    @Test func aFolderThatCannotBeWrittenLeavesTheRowsWithoutAPicture() throws {
        try Data().write(to: folder.url.appending(path: "peripherals"))
        #expect(illustrated(.standard).peripherals.allSatisfy { $0.imageURL == nil })
    }

    /// A client on another machine cannot read this hub's files.
    @Test func anImageTravelsWithAnAnswerForOneModel() throws {
        let known = try #require(illustrated(.standard).peripheral(id: 3000))
        let address = try #require(CatalogueImage(known).address)
        #expect(address.hasPrefix("data:image/svg+xml;base64,"))
        let bytes = try #require(Data(base64Encoded: String(address.split(separator: ",")[1])))
        #expect(String(decoding: bytes, as: UTF8.self) == PeripheralPicture(known).document)
        func image(_ named: String?) -> String? {
            var peripheral = known
            peripheral.imageURL = named
            return CatalogueImage(peripheral).address
        }
        #expect(image(nil) == address, "a drawing, where the files cannot be written")
        #expect(image("https://example.org/cuff.png") == nil, "everybody can ask there")
        #expect(image(folder.url.appending(path: "missing.png").absoluteString) == nil)
        let photo = folder.url.appending(path: "cuff.png")
        try Data([1, 2, 3]).write(to: photo)
        #expect(image(photo.absoluteString) == "data:image/png;base64,AQID")
        try Data(count: CatalogueImage.limit + 1).write(to: photo)
        #expect(image(photo.absoluteString) == nil, "too long for a message")
        let other = folder.url.appending(path: "site-key")
        try Data([1]).write(to: other)
        #expect(image(other.absoluteString) == nil, "no image by its name")
    }
}

import DisplayGenerator
import DisplayLayouts
import PhotoReading
import Testing

@Suite struct StonesLineTests {
    /// The display shows 5-9.9, which means 5 stone and 9.9 pounds.
    @Test func stonesAreToldToPeopleByTheirValue() throws {
        let drawn = DisplayScene(band: .easy, seed: 14_229_226_717_974, mayRefuse: true, family: .plain).draw(side: 640)
        let request = RecognitionRequest(.weightScale, unit: .named("st"))
        let found = try DisplayEngine().recognise(OpenedPicture(drawn.color), request: request)
        let line = RecognitionLine(file: "a.jpg", picture: found, layout: request.layout)
        #expect(found.text == "5-9.9" && line.text.hasPrefix("a.jpg: value 79.9 lb, "))
    }
}

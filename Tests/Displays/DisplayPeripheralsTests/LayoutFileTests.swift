import DisplayLayouts
import DisplayPeripherals
import Foundation
import TestSupport
import Testing
import VitalRecords

struct LayoutFileTests {
    @Test
    func theExampleIsRead() throws {
        let path = ProjectFolder.file("deploy/config/ocr-layouts.example.yaml").path
        guard FileManager.default.fileExists(atPath: path) else { return }
        let file = try LayoutFile.read(path)
        #expect(file.peripherals.map(\.id) == [50_001, 50_002, 50_003])
        let cuff = try #require(file.peripherals.first)
        #expect(cuff.layout.arrangements.map(\.lines) == [[["sys"], ["dia", "pul"]]])
        #expect(cuff.layout.field("pul")?.rules.first?.range == 40...180)
        #expect(cuff.layout.heights["pul"] == 0.4...0.625)
        #expect(file.peripherals[1].units.map(\.name) == ["mmol/L", "mg/dL"])
        let pool = file.peripherals[2].layout
        #expect(pool.fields.map(\.key) == ["water"])
        let water = try #require(pool.field("water"))
        #expect(DisplayGrammar.interpret("24.5", as: water).first?.value == DecimalNumber("24.5"))
        #expect(DisplayGrammar.interpret("24", as: water).isEmpty)
    }

    @Test(arguments: [
        ("[", "layouts.yaml:"), ("peripherals: 3", "layouts.yaml:1: peripherals: write a list"),
        ("meters: []", "layouts.yaml:1: unknown key 'meters': use peripherals"),
        ("peripherals:\n- name: x\n", "peripherals[1]: 'id' is missing"),
        ("peripherals:\n- id: 3\n  name: x\n", "layouts.yaml:2: peripherals[1].id: write a number from 50000 to 99999"),
        ("peripherals:\n- id: 50001\n  type: any\n", "'name' or 'model' is missing"),
        ("peripherals:\n- id: 50001\n  name: x\n", "'type' is missing"),
        ("peripherals:\n- id: 50001\n  name: x\n  type: clock\n", "layouts.yaml:4: peripherals[1].type: write one of"),
        (
            "peripherals:\n- id: 50001\n  name: x\n  type: any\n  colour: red\n",
            "layouts.yaml:5: peripherals[1]: unknown key"
        ),
        (
            "peripherals:\n- id: 50001\n  name: x\n  type: thermometer\n  unit: kg\n",
            "'kg' is not a unit of this type: use °C"
        ),
        ("peripherals:\n- id: 50001\n  name: x\n  type: any\n  rows: [[sys]]\n", "unknown field 'sys': use value"),
        (
            "peripherals:\n- id: 50001\n  name: x\n  type: bloodPressure\n  rows: [sys, [dia, sys]]\n",
            "'sys' occurs twice"
        ),
        ("peripherals:\n- id: 50001\n  name: x\n  type: bloodPressure\n  rows: []\n", "write 1 to 6 rows"),
        (
            "peripherals:\n- id: 50001\n  name: x\n  type: any\n  fields:\n    value: {digits: 0}\n",
            "layouts.yaml:6: peripherals[1].fields.value.digits: write a whole number from 1 to 9"
        ),
        (
            "peripherals:\n- id: 50001\n  name: x\n  type: any\n  fields:\n    value: {range: 5 to 1}\n",
            "write a range"
        ),
        ("peripherals:\n- id: 50001\n  name: x\n  type: any\n  fields:\n    value: {height: 3}\n", "0.1 to 1"),
        (
            "peripherals:\n- id: 50001\n  name: x\n  type: glucoseMeter\n  fields:\n    water: {digits: 3}\n",
            "unknown field"
        ),
        (
            "peripherals:\n- {id: 50001, name: x, type: any}\n- {id: 50001, name: y, type: any}\n",
            "layouts.yaml:3: peripherals[2]: the id 50001 occurs twice"
        ),
        ("a: 1\na: 2\n", "occurs twice"),
    ])
    func slipsAreNamed(_ text: String, _ words: String) {
        let error = #expect(throws: LayoutFileError.self) { try LayoutFile(text: text, path: "layouts.yaml") }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test
    func emptyAndMissingFiles() throws {
        #expect(try LayoutFile(text: "", path: "x").peripherals.isEmpty)
        #expect(try LayoutFile(text: "peripherals:\n", path: "x").peripherals.isEmpty)
        let error = #expect(throws: LayoutFileError.self) { try LayoutFile.read("/nowhere/x.yaml") }
        #expect(error?.message.contains("/nowhere/x.yaml cannot be read") == true)
    }
}

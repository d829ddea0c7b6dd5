import DisplayLayouts
import Testing
import VitalRecords

struct DisplayLayoutTests {
    @Test(arguments: DisplayKind.allCases)
    func everyKindIsWhole(_ kind: DisplayKind) {
        let layout = DisplayLayout.standard(kind)
        #expect(layout.kind == kind)
        #expect(!layout.arrangements.isEmpty && !layout.fields.isEmpty)
        for arrangement in layout.arrangements {
            #expect(arrangement.keys.allSatisfy { layout.field($0) != nil })
            #expect(Set(arrangement.keys).count == arrangement.keys.count)
        }
        for field in layout.fields { check(field) }
        let keys = layout.fields.map(\.key)
        #expect(layout.relations.allSatisfy { keys.contains($0.greater) && keys.contains($0.smaller) })
        #expect(layout.heights.keys.allSatisfy(keys.contains))
    }

    /// Metrics know the fields' units, and usual values fit on the display.
    private func check(_ field: DisplayField) {
        #expect(!field.rules.isEmpty)
        for rule in field.rules {
            #expect(rule.range.lowerBound <= rule.usual.lowerBound && rule.usual.upperBound <= rule.range.upperBound)
            guard let name = field.metric, let unit = rule.unit else { continue }
            #expect(MetricTable.metric(named: name)?.unit(unit.ucum) != nil, "\(field.key) in \(unit.ucum)")
        }
    }

    @Test
    func unitsAreFoundByManyNames() {
        let words = ["mg/dl", "MMOL/L", "C", "°F", "fahrenheit", "lbs", "st", "kg", "mmhg", "%", "mm[Hg]"]
        #expect(
            words.map { DisplayUnit.named($0)?.name } == [
                "mg/dL", "mmol/L", "°C", "°F", "°F", "lb", "st", "kg", "mmHg", "%", "mmHg",
            ]
        )
        #expect(DisplayUnit.named("furlong") == nil)
        #expect(DisplayLayout.standard(.glucoseMeter).choosableUnits.map(\.name) == ["mg/dL", "mmol/L"])
        #expect(DisplayLayout.standard(.pulseOximeter).choosableUnits.isEmpty)
    }

    @Test(arguments: [(128, 80, true), (128, 118, true), (128, 119, false), (80, 128, false), (90, 90, false)])
    func systolicIsAboveDiastolic(_ systolic: Int64, _ diastolic: Int64, _ holds: Bool) {
        let layout = DisplayLayout.standard(.bloodPressure)
        func reading(_ value: Int64) -> FieldReading {
            FieldReading(text: "\(value)", value: DecimalNumber(value), unit: .mmHg)
        }
        let readings = ["sys": reading(systolic), "dia": reading(diastolic)]
        #expect(layout.brokenRelations(readings).isEmpty == holds)
        #expect(layout.brokenRelations(["sys": reading(systolic)]).isEmpty)
    }

    @Test
    func oneUnitCanBeChosen() {
        let layout = DisplayLayout.standard(.glucoseMeter).limited(to: .millimolePerLitre)
        #expect(layout.field("glucose")?.units == [.millimolePerLitre])
        #expect(layout.limited(to: .kilogram) == layout)
    }
}

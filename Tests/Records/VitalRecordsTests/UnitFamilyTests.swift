import Testing
import VitalRecords

@Suite struct UnitFamilyTests {
    @Test func everyFamilyBeginsWithTheFirstUnitOfItsMetricAndHasOnlyUnitsOfTheTable() throws {
        for family in UnitFamily.all {
            let metric = try #require(MetricTable.metric(named: family.leader))
            #expect(family.units.first == metric.canonicalUnit && family.units.count > 1)
            #expect(family.units.allSatisfy { metric.units.contains($0) && !$0.sign.isEmpty })
            #expect(UnitFamily.of(family.leader) == family)
        }
    }

    /// A value that a metric must have typed with its unit belongs to a family, so that an operator can fix the unit.
    @Test func everyMetricThatNeedsAUnitHasAFamily() {
        for metric in MetricTable.metrics where metric.needsUnit {
            #expect(UnitFamily.of(metric.name)?.units.first == metric.canonicalUnit, "\(metric.name)")
        }
        #expect(UnitFamily.of(.diastolic)?.leader == .systolic && UnitFamily.of(.pulse) == nil)
    }

    @Test func aValueThatDoesNotConvertIsNil() {
        let pulse = Measurement(metric: .pulse, value: 64, unit: "/min")
        #expect(pulse.converted(to: "kg") == nil && pulse.converted(to: "/min") == pulse)
        #expect(Measurement(metric: "not_known", value: 1, unit: "kg").converted(to: "g") == nil)
    }
}

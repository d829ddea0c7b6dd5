import FoundationEssentials
import Testing
import VitalRecords

@Suite struct ClampingTests {
    @Test(arguments: [
        (1e308, Int.max), (-1e308, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0), (9.3e18, .max), (2.9, 2),
        (-2.9, -2), (0x1p63, .max), (-0x1p63, .min), (-0.5, 0),
    ])
    func aNumberIsHeldAtTheEnds(value: Double, whole: Int) {
        #expect(Int(clamping: value) == whole)
    }

    @Test func smallTypesAreHeldToo() {
        #expect(UInt8(clamping: 255.9) == 255 && UInt8(clamping: 256.0) == 255 && UInt8(clamping: -3.0) == 0)
        #expect(Int8(clamping: -129.0) == -128)
    }

    @Test(arguments: [
        ([Int.max, 1], Int.max), ([.min, -1], .min), ([.max, .max, .max], .max), ([1, 2, 3], 6), ([], 0),
        ([.min, .max], -1),
    ])
    func aSumIsHeldAtTheEnds(values: [Int], sum: Int) {
        let found = values.reduce(0) { Int.clampedSum($0, $1) }
        #expect(found == sum)
        if values.count == 3 { #expect(Int.clampedSum(values[0], values[1], values[2]) == sum) }
    }
}

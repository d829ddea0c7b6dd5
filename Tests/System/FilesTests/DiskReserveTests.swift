import FoundationEssentials
import Testing

@testable import Files

@Suite struct DiskReserveTests {
    @Test func aLargeDiskKeepsAFixedReserve() {
        let total: UInt64 = 64 << 30
        #expect(DiskReserve.allows(1 << 30, free: (1 << 30) + (256 << 20), of: total))
        #expect(!DiskReserve.allows((1 << 30) + 1, free: (1 << 30) + (256 << 20), of: total))
        #expect(!DiskReserve.allows(0, free: 256 << 20, of: total))
    }

    @Test func aSmallDiskKeepsATenth() {
        let total: UInt64 = 50_000_000
        #expect(DiskReserve.allows(1_000_000, free: 6_000_000, of: total))
        #expect(!DiskReserve.allows(1_000_001, free: 6_000_000, of: total))
        #expect(!DiskReserve.allows(0, free: 0, of: total))
    }

    @Test func whereNobodyCanSayNothingIsRefused() {
        #expect(DiskReserve(of: "/proc/no-such-folder").allows(.max))
        #expect(!DiskReserve(of: FileManager.default.temporaryDirectory.path).allows(.max))
    }
}

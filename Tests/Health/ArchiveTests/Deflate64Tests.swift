import Archive
import SeededRandom
import Testing

/// Method 9, which Windows chooses for large files.
///
/// Info-ZIP's `unzip` agrees with the fixture.
@Suite struct Deflate64Tests {
    @Test(arguments: [1, 7, 4_096, 1 << 20])
    func anEntryHasItsBytes(block: Int) throws {
        let archive = try ZipArchive(BytesInMemory(try Fixture.bytes("deflate64")))
        let entry = try #require(archive.entries.first)
        #expect(entry.method == 9)
        let (found, error) = Fixture.read(archive, entry, block: block)
        // The checksum covers all bytes: blocks with their own codes, stored blocks, and copies longer than 64 KB.
        #expect(error == nil)
        #expect(found.count == 136_717)
        let lines = Fixture.lines(4_000)
        #expect(Array(found.prefix(lines.count)) == lines)
        #expect(Array(found[lines.count...].prefix(6)) == Array("wholeX".utf8))
    }

    @Test func aCutEntryGivesWhatComesBeforeTheCutAndSaysSo() throws {
        let bytes = try Fixture.bytes("deflate64")
        let whole = try ZipArchive(BytesInMemory(bytes))
        let all = Fixture.read(whole, whole.entries[0]).0
        for length in stride(from: 60, to: bytes.count, by: 97) {
            guard let archive = try? ZipArchive(BytesInMemory(Array(bytes.prefix(length)))) else { continue }
            guard let entry = archive.entries.first else { continue }
            let (found, error) = Fixture.read(archive, entry)
            #expect(all.starts(with: found), "cut at \(length)")
            #expect(found.count == all.count || error != nil, "cut at \(length)")
        }
    }

    @Test func damageNeverTrapsNorPassesForRight() throws {
        let bytes = try Fixture.bytes("deflate64")
        let whole = try ZipArchive(BytesInMemory(bytes))
        let all = Fixture.read(whole, whole.entries[0]).0
        var random = SplitMix64(seed: 64)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let archive = try? ZipArchive(BytesInMemory(damaged)), !archive.isDirectoryLost else { continue }
            for entry in archive.entries where entry.name == "export/long.txt" {
                let (found, error) = Fixture.read(archive, entry)
                #expect(error != nil || found == all)
            }
        }
    }
}

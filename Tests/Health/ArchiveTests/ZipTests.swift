import Archive
import SeededRandom
import Testing

@Suite struct ZipTests {
    @Test(arguments: ["plain", "descriptors"], [1, 7, 4_096, 1 << 20])
    func entriesHaveTheirBytes(name: String, block: Int) throws {
        let archive = try ZipArchive(BytesInMemory(try Fixture.bytes(name)))
        #expect(archive.entries.map(\.name) == ["export/long.txt", "export/stored.txt", "export/last.txt"])
        #expect(archive.isDirectoryLost == false)
        let expected = [Fixture.lines(400), Fixture.lines(20), Array("the end".utf8)]
        for (entry, bytes) in zip(archive.entries, expected) {
            let (found, error) = Fixture.read(archive, entry, block: block)
            #expect(error == nil)
            #expect(found == bytes)
            #expect(entry.size == UInt64(bytes.count))
        }
    }

    @Test func wideNumbersAreRead() throws {
        let archive = try ZipArchive(BytesInMemory(try Fixture.bytes("zip64")))
        #expect(archive.entries.map(\.name) == ["long.txt", "last.txt"])
        #expect(archive.entries.map(\.size) == [UInt64(Fixture.lines(400).count), 7])
        #expect(Fixture.read(archive, archive.entries[0]).0 == Fixture.lines(400))
        #expect(Fixture.read(archive, archive.entries[1]).0 == Array("the end".utf8))
    }

    @Test func namesAreReadWithoutTheirMark() throws {
        let archive = try ZipArchive(BytesInMemory(try Fixture.bytes("names")))
        #expect(archive.entries.map(\.name) == ["导出.xml", "üéäö.xml"])
        #expect(Fixture.read(archive, archive.entries[1]).0 == Array("437".utf8))
    }

    @Test func somethingBeforeTheArchiveDoesNoHarm() throws {
        let bytes = Array("#!/bin/sh\n".utf8) + (try Fixture.bytes("plain"))
        // The bytes in front make the list's offsets wrong: an entry at another place is refused, not misread.
        let archive = try ZipArchive(BytesInMemory(bytes))
        let (found, error) = Fixture.read(archive, archive.entries[0])
        #expect(found == Fixture.lines(400) || (found.isEmpty && error?.code == .corrupt))
    }

    @Test func encryptedEntriesAreRefused() throws {
        let bytes = try patched("plain", central: 8, local: 6) { $0 | 1 }
        let archive = try ZipArchive(BytesInMemory(bytes))
        let error = Fixture.read(archive, archive.entries[0]).1
        #expect(error?.code == .encrypted)
        #expect(error?.message.contains("export/long.txt") == true)
    }

    @Test func unknownMethodsAreRefused() throws {
        let bytes = try patched("plain", central: 10, local: 8) { _ in 12 }
        let archive = try ZipArchive(BytesInMemory(bytes))
        #expect(Fixture.read(archive, archive.entries[0]).1?.code == .unsupportedMethod)
    }

    @Test func whatIsNoArchiveIsRefused() throws {
        #expect(throws: ArchiveError.self) { try ZipArchive(BytesInMemory([])) }
        #expect(throws: ArchiveError.self) { try ZipArchive(BytesInMemory(Array("PK, but no archive".utf8))) }
        #expect(ZipArchive.isArchive(Array("<?xml".utf8)) == false)
        #expect(ZipArchive.isArchive(try Fixture.bytes("plain")))
    }

    @Test("the checksum is right for every length from 0 to 149")
    func checksums() throws {
        let archive = try ZipArchive(BytesInMemory(try Fixture.bytes("lengths")))
        #expect(archive.entries.count == 150)
        for (length, entry) in archive.entries.enumerated() {
            let (found, error) = Fixture.read(archive, entry, block: 1 + length % 90)
            #expect(error == nil)
            #expect(found.count == length)
        }
    }

    @Test func entriesOfAThousandToOneStream() throws {
        let bytes = try Fixture.bytes("bomb")
        let archive = try ZipArchive(BytesInMemory(bytes))
        var reader = try archive.reader(of: archive.entries[0])
        var buffer = [UInt8](repeating: 1, count: 1 << 16)
        var length = 0
        while true {
            let count = try reader.read(into: &buffer, from: 0)
            guard count > 0 else { break }
            length += count
        }
        #expect(length == 16 << 20)
        #expect(length / bytes.count > 900)
    }

    @Test(arguments: ["plain", "descriptors", "zip64"])
    func cutArchivesGiveWhatComesBeforeTheCut(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let expected = Fixture.lines(400)
        var longest = 0
        for length in 0..<bytes.count {
            guard let archive = try? ZipArchive(BytesInMemory(Array(bytes.prefix(length)))) else { continue }
            guard let entry = archive.entries.first else { continue }
            let (found, error) = Fixture.read(archive, entry)
            #expect(expected.starts(with: found), "cut at \(length)")
            #expect(found.count == expected.count || error != nil || found.isEmpty, "cut at \(length)")
            longest = max(longest, found.count)
        }
        // Losing the list costs no complete entry.
        #expect(longest == expected.count)
    }

    @Test func damagedArchivesNeverGiveWrongBytesAsRight() throws {
        let bytes = try Fixture.bytes("plain")
        let expected = Fixture.lines(400)
        var random = SplitMix64(seed: 6)
        for _ in 0..<1_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            guard let archive = try? ZipArchive(BytesInMemory(damaged)), !archive.isDirectoryLost else { continue }
            for entry in archive.entries where entry.name == "export/long.txt" {
                let (found, error) = Fixture.read(archive, entry)
                #expect(error != nil || found == expected)
            }
        }
    }

    /// The archive with one number changed in both headers of its first file.
    private func patched(
        _ name: String,
        central: Int,
        local: Int,
        _ change: (UInt8) -> UInt8
    ) throws -> [UInt8] {
        var bytes = try Fixture.bytes(name)
        let file = Array("export/long.txt".utf8)
        for (signature, offset, length) in [
            ([0x50, 0x4B, 1, 2] as [UInt8], central, 46), ([0x50, 0x4B, 3, 4], local, 30),
        ] {
            for start in 0..<(bytes.count - length - file.count)
            where bytes[start..<(start + 4)].elementsEqual(signature)
                && bytes[(start + length)..<(start + length + file.count)].elementsEqual(file)
            {
                bytes[start + offset] = change(bytes[start + offset])
            }
        }
        return bytes
    }
}

import FoundationEssentials
import ImportStore
import TestSupport
import Testing

@testable import HealthImporterActor

/// Whose a posted file is.
@Suite struct PostedPersonTests {
    @Test(arguments: [ImportStore.tokenPrefix, ImportStore.folderPrefix])
    func aTokenAndAFolderStayWithTheirFirstPersonAlsoAfterTheirErasure(prefix: String) async throws {
        let site = try await ImportSite()
        func claim(_ token: String, _ person: String) async throws -> ImportClaim {
            let number = try await site.store.person(person, seat: "bed-1")
            let digest = prefix + token
            return try await site.store.claim(digest: digest, fingerprint: nil, person: number)
        }
        #expect(try await claim("1", "ann") == .granted)
        #expect(try await claim("1", "ann") == .granted)
        _ = try await site.store.erase(seat: "bed-1")
        #expect(try await claim("1", "ben") == .anotherPersonsFile)
        #expect(try await claim("2", "ben") == .granted)
        #expect(try await claim("1", "ann") == .granted)
    }

    /// Their export may still be in the seat's folder.
    @Test func aSeatRemembersThatItHadAPersonWhoWasErased() async throws {
        let site = try await ImportSite()
        _ = try await site.store.person("ann", seat: "bed-1")
        #expect(try await site.store.erase(seat: "bed-1").marks == 0)
        let ben = try await site.store.person("ben", seat: "bed-1")
        #expect(try await site.store.hadOthers("bed-1", than: ben))
        let carl = try await site.store.person("carl", seat: "bed-2")
        #expect(try await !site.store.hadOthers("bed-2", than: carl))
    }

    @Test func aPostedFilesNameHasItsPerson() throws {
        let folder = try TemporaryFolder()
        let file = try PostedFile(in: folder.url.path, person: "0a1b")
        try file.append([1])
        try file.keep()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["0a1b-\(file.id)"])
        #expect(names.map { PostedFile.person(inNameOf: "/p/\($0)") } == ["0a1b"])
        #expect(PostedFile.person(inNameOf: "/p/\(file.id)") == nil)
        #expect(PostedFile.person(inNameOf: "/p/export.zip") == nil)
    }
}

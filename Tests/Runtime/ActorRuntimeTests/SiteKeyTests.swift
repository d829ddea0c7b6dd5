import ActorRuntime
import Files
import Foundation
import TestSupport
import Testing

struct SiteKeyTests {
    private let directory: TemporaryFolder

    init() throws {
        directory = try TemporaryFolder()
    }

    @Test func isMadeOnceAndReadAgain() throws {
        let path = directory.path + "/site-key"
        let missing = #expect(throws: RuntimeError.self) { _ = try SiteKey.load(path, createIfMissing: false) }
        #expect(missing?.code == .siteKey)
        let key = try SiteKey.load(path, createIfMissing: true)
        let again = try SiteKey.load(path, createIfMissing: true)
        #expect(key.deviceSecret == again.deviceSecret)
        #expect(key.deviceSecret.count == 32)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["site-key"])
    }

    @Test func refusesAKeyWhereOthersCouldSwapIt() throws {
        let below = "\(directory.path)/state"
        try PrivateFile.makeDirectory(below)
        _ = try SiteKey.load("\(below)/site-key", createIfMissing: true)
        for open in [below, directory.path] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
            for name in ["site-key", "other-key"] {
                let error = #expect(throws: RuntimeError.self) {
                    _ = try SiteKey.load("\(below)/\(name)", createIfMissing: true)
                }
                #expect(error?.code == .siteKey)
                #expect(error?.message.contains("chmod go-w \(open)") == true)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: open)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: below) == ["site-key"])
        _ = try SiteKey.load("\(below)/site-key", createIfMissing: false)
    }

    @Test func derivesAStableSecret() throws {
        // RFC 5869 by an independent implementation: HKDF-SHA256, no salt, info "vitalbus device secret v1".
        let path = try directory.write("key", text: String(repeating: "k", count: 32))
        let secret = try SiteKey.load(path, createIfMissing: false).deviceSecret
        #expect(secret.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == Self.expectedSecret)
    }

    private static let expectedSecret = "c9d9f36f41ba73f19a852bea066759f5fd72c384486fbc9904c1315d44469e0b"

    @Test func opensOnlyWithTheSameKeyAndContext() throws {
        let key = try SiteKey.load(directory.path + "/one", createIfMissing: true)
        let other = try SiteKey.load(directory.path + "/two", createIfMissing: true)
        let sealed = try key.seal(Array("token".utf8), context: "session/1")
        #expect(try key.open(sealed, context: "session/1") == Array("token".utf8))
        #expect(sealed.count == 5 + 28)
        #expect(try key.seal(Array("token".utf8), context: "session/1") != sealed)
        var damaged = sealed
        damaged[20] ^= 1
        for (bytes, context, opener) in [
            (sealed, "session/2", key), (sealed, "session/1", other), (damaged, "session/1", key),
            ([], "session/1", key),
        ] {
            let error = #expect(throws: RuntimeError.self) { _ = try opener.open(bytes, context: context) }
            #expect(error?.code == .notOpened)
        }
    }

    @Test(arguments: [(0o640, 32), (0o604, 32), (0o600, 31), (0o600, 33)])
    func refusesAnOpenOrDamagedFile(mode: Int, length: Int) throws {
        let path = try directory.write("key", text: String(repeating: "k", count: length), mode: mode)
        let error = #expect(throws: RuntimeError.self) { _ = try SiteKey.load(path, createIfMissing: true) }
        #expect(error?.code == .siteKey)
        #expect(error?.message.contains("kkk") == false)
    }
}

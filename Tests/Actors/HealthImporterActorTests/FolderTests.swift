import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import ImportStore
import TestSupport
import Testing

@testable import HealthImporterActor

@Suite struct FolderTests {
    @Test func aFileIsWholeWhenItHasNotChangedForAWhile() {
        var files = SettlingFiles()
        #expect(files.settled(in: "/a", files: ["/a/x": "1"], now: 0, patience: 3).isEmpty)
        #expect(files.isWaiting(now: 1, patience: 3))
        #expect(files.settled(in: "/a", files: ["/a/x": "1"], now: 2, patience: 3).isEmpty)
        // The file grows, so the wait restarts.
        #expect(files.settled(in: "/a", files: ["/a/x": "2"], now: 3, patience: 3).isEmpty)
        #expect(files.settled(in: "/a", files: ["/a/x": "2"], now: 5, patience: 3).isEmpty)
        #expect(files.settled(in: "/a", files: ["/a/x": "2"], now: 6, patience: 3) == ["/a/x"])
        #expect(!files.isWaiting(now: 7, patience: 3))
        // Another folder's files have no effect on this one.
        #expect(files.settled(in: "/b", files: [:], now: 8, patience: 3).isEmpty)
        #expect(files.settled(in: "/a", files: ["/a/x": "2"], now: 8, patience: 3) == ["/a/x"])
        // A file that was removed and put back has to settle again.
        #expect(files.settled(in: "/a", files: [:], now: 9, patience: 3).isEmpty)
        #expect(files.settled(in: "/a", files: ["/a/x": "2"], now: 10, patience: 3).isEmpty)
    }

    /// An erasure must not say that all is deleted.
    @Test(.enabled(if: geteuid() != 0, "root deletes files of a folder that nobody may change"))
    func postedFilesThatStayAreSaid() throws {
        let spool = try TemporaryFolder()
        let folder = spool.url.appending(path: "bed-1").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: spool.url.path)
        #expect(throws: (any Error).self) { try PostedFiles.removeAll(of: "bed-1", in: spool.url) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: spool.url.path)
    }

    @Test func aSeatsPostedFilesAreDeleted() throws {
        let spool = try TemporaryFolder()
        let folder = spool.url.appending(path: "bed-1").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try PostedFiles.removeAll(of: "bed-1", in: spool.url)
        #expect(!FileManager.default.fileExists(atPath: folder))
        try PostedFiles.removeAll(of: "bed-1", in: spool.url)
    }

    /// A file from just before a session must not seem to have come in the session's first millisecond.
    @Test(arguments: [0.000_2, 0.000_6, 0.000_999])
    func aFileIsNoYoungerThanItsTime(fraction: Double) {
        let begun = Date(timeIntervalSince1970: 1_800_000_000.001)
        #expect(FileArrival.date(1_800_000_000 + fraction) < begun)
        #expect(FileArrival.date(1_800_000_000.002_4) >= begun)
    }

    @Test func onlyPlainFinishedFilesAreListed() throws {
        let folder = try TemporaryFolder()
        for name in ["export.zip", ".hidden", "a.part", "b.crdownload", "empty.xml"] {
            let bytes = name.hasPrefix("empty") ? Data() : Data([1])
            try bytes.write(to: folder.url.appending(path: name))
        }
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder"),
            withIntermediateDirectories: false
        )
        let listing = try FolderListing(of: folder.url.path)
        #expect(listing.folders == ["folder"], "it is named, for one may be a whole export")
        let files = listing.files
        #expect(files.keys.sorted() == ["\(folder.url.path)/export.zip"])
    }

    /// A link may lead to any file on the machine, and reading a pipe may never end.
    @Test func whatIsNoPlainFileIsNamedAndNotRead() throws {
        let folder = try TemporaryFolder()
        let inside = folder.url.appending(path: "in").path
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: false)
        try Data([1]).write(to: folder.url.appending(path: "outside.xml"))
        for (name, target) in [("link.xml", "../outside.xml"), ("loop", "loop"), ("up", ".."), ("zero", "/dev/zero")] {
            try FileManager.default.createSymbolicLink(atPath: "\(inside)/\(name)", withDestinationPath: target)
        }
        let made = unsafe mkfifo("\(inside)/pipe.xml", 0o600)
        try #require(made == 0)
        let listing = try FolderListing(of: inside)
        #expect(listing.files.isEmpty)
        #expect(
            listing.strange == ["link.xml": "link", "loop": "link", "up": "link", "zero": "link", "pipe.xml": "pipe"]
        )
    }

    @Test func aWatchTellsOfAFileThatIsMovedIntoTheFolder() async throws {
        let folder = try TemporaryFolder()
        let watch = FolderWatch()
        watch.set([folder.url.path])
        // Without the change this would wait an hour, longer than the guard against a hang.
        let waiting = Task { await watch.wait(milliseconds: 3_600_000) }
        try Data([1]).write(to: folder.url.appending(path: "x"), options: .atomic)
        await waiting.value
    }

    /// The sender got the answer that its file is safe.
    @Test func aPostedFileGoesOnlyWhenItWasRead() {
        let now = ImportSite.now
        func spent(
            _ choice: String?,
            stamp: String = "1-1-1",
            isOpen: Bool = false,
            after seconds: Double = 1,
            quota: Int = 1_000
        ) -> Bool {
            let known = ImportedFile(path: "/p/a", seat: "bed-1", stamp: "1-1-1", firstSeen: now, choice: choice)
            let limit = now.addingTimeInterval(seconds)
            let open: Set<String> = isOpen ? ["/p/a"] : []
            return !PostedFiles.spent(["/p/a": stamp], known: ["/p/a": known], open: open, before: limit, quota: quota)
                .isEmpty
        }
        #expect(!spent(nil))
        #expect(!spent(nil, quota: 0))
        #expect(spent("c"))
        #expect(!spent("c", after: 0))
        #expect(!spent("c", isOpen: true))
        #expect(!spent("c", stamp: "2-1-1"))
    }

    @Test func aSeatWithMuchLosesItsOldestReadFilesFirst() {
        let now = ImportSite.now
        let names = ["/p/a", "/p/b", "/p/c", "/p/d"]
        let files = Dictionary(uniqueKeysWithValues: names.map { ($0, "100-1-1") })
        let known = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { age, name in
                let choice = name == "/p/a" ? nil : "c"
                let time = now.addingTimeInterval(Double(age))
                return (
                    name, ImportedFile(path: name, seat: "bed-1", stamp: "100-1-1", firstSeen: time, choice: choice)
                )
            }
        )
        let spent = PostedFiles.spent(files, known: known, open: [], before: .distantPast, quota: 500)
        #expect(spent == ["/p/b", "/p/c"])
        #expect(PostedFiles.spent(files, known: known, open: [], before: .distantPast, quota: 800).isEmpty)
    }

    @Test func aFolderNeedsASeatAndAnAbsolutePath() throws {
        let folder = try ImporterSettings.folder("bed-1=/srv/a=b")
        #expect(folder.seat == "bed-1")
        #expect(folder.path == "/srv/a=b")
        for text in ["/srv/a", "bed-1=", "bed-1=a", "Bed 1=/srv"] {
            #expect(throws: RuntimeError.self) { try ImporterSettings.folder(text) }
        }
    }
}

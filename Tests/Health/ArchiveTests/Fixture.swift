import Archive
import Foundation
import Testing

/// The archives in this target's folder `Fixtures`, made with Python's zipfile.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "zip", subdirectory: "Fixtures"))
        return Array(try Data(contentsOf: url))
    }

    /// The content of `long.txt` and similar entries.
    static func lines(_ count: Int) -> [UInt8] {
        Array((0..<count).map { "line \($0) of \(count)\n" }.joined().utf8)
    }

    /// Reads an entry to its end, or to the error that it returns.
    static func read(_ archive: ZipArchive, _ entry: ZipEntry, block: Int = 4_096) -> ([UInt8], ArchiveError?) {
        var found: [UInt8] = []
        do throws(ArchiveError) {
            var reader = try archive.reader(of: entry)
            var buffer = [UInt8](repeating: 0, count: block)
            while true {
                let count = try reader.read(into: &buffer, from: 0)
                guard count > 0 else { return (found, nil) }
                found += buffer.prefix(count)
            }
        } catch {
            return (found, error)
        }
    }
}

internal import Foundation
internal import VitalRecords

/// The files of a watched folder.
enum FolderListing {
    /// The most files of one folder that are looked at.
    static let limit = 10_000
    /// Endings of files that a program is still writing.
    private static let unfinished = [".tmp", ".part", ".partial", ".crdownload", ".download", "~"]

    /// A folder's plain files with what changes when they do: size, time, place on the disk.
    ///
    /// Hidden files are left out, and those that are named as unfinished.
    ///
    /// - Throws: The system's error for a folder that cannot be read.
    static func files(of folder: String) throws -> [String: String] {
        let manager = FileManager.default
        var files: [String: String] = [:]
        for name in try manager.contentsOfDirectory(atPath: folder).sorted().prefix(limit) where isWanted(name) {
            let path = "\(folder)/\(name)"
            guard let facts = try? manager.attributesOfItem(atPath: path),
                facts[.type] as? FileAttributeType == .typeRegular,
                let size = facts[.size] as? NSNumber, size.int64Value > 0
            else { continue }
            let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            let place = (facts[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
            files[path] = "\(size.int64Value)-\(Int64(clamping: time * 1_000))-\(place)"
        }
        return files
    }

    static func isWanted(_ name: String) -> Bool {
        !name.hasPrefix(".") && !unfinished.contains { name.lowercased().hasSuffix($0) }
    }
}

internal import Foundation
internal import VitalRecords

/// The files of a watched folder.
struct FolderListing {
    /// The largest number of files listed in one folder.
    static let limit = 10_000
    /// The largest number of other entries reported.
    static let strangeLimit = 16
    /// The suffixes of files that a program is still writing.
    private static let unfinished = [".tmp", ".part", ".partial", ".crdownload", ".download", "~"]

    /// The regular files, each with a stamp of its size, time and place on disk.
    private(set) var files: [String: String] = [:]
    /// The entries that are not regular files, by name: links, pipes, sockets, devices.
    ///
    /// A link may lead out of the folder to a file that is not an export, and reading a pipe may never end.
    private(set) var strange: [String: String] = [:]
    /// The subfolders, by name; one may be a complete export whose files cannot be imported separately.
    private(set) var folders: [String] = []

    /// Lists a folder.
    ///
    /// Hidden entries and unfinished files are skipped.
    ///
    /// - Throws: The system's error for a folder that cannot be read.
    init(of folder: String) throws {
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: folder).sorted().prefix(Self.limit)
        where Self.isWanted(name) {
            let path = "\(folder)/\(name)"
            // Absent is nil: an entry deleted meanwhile is skipped.
            guard let facts = try? manager.attributesOfItem(atPath: path) else { continue }
            let type = facts[.type] as? FileAttributeType
            if let word = Self.word(type), strange.count < Self.strangeLimit { strange[name] = word }
            if type == .typeDirectory, folders.count < Self.strangeLimit { folders.append(name) }
            guard type == .typeRegular, let size = facts[.size] as? NSNumber, size.int64Value > 0 else { continue }
            let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            let place = (facts[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
            files[path] = "\(size.int64Value)-\(Int64(clamping: time * 1_000))-\(place)"
        }
    }

    /// The plain files of a folder.
    ///
    /// - Throws: The system's error for a folder that cannot be read.
    static func files(of folder: String) throws -> [String: String] { try FolderListing(of: folder).files }

    static func isWanted(_ name: String) -> Bool {
        !name.hasPrefix(".") && !unfinished.contains { name.lowercased().hasSuffix($0) }
    }

    private static func word(_ type: FileAttributeType?) -> String? {
        switch type {
        case .typeSymbolicLink: "link"
        case .typeSocket: "socket"
        case .typeBlockSpecial, .typeCharacterSpecial: "device"
        case .typeRegular, .typeDirectory: nil
        default: "pipe"
        }
    }
}

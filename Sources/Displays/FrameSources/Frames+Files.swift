import FoundationEssentials
import Synchronization

extension Frames {
    /// The most bytes of an image file.
    package static let maximumFileBytes = 64 << 20
    /// The names' ends of what a folder's frames are.
    private static let endings: Set = [
        "jpg", "jpeg", "png", "webp", "tif", "tiff", "bmp", "gif", "pnm", "ppm", "pgm",
    ]

    /// The frames of files, of folders (all images in them, by name) and of patterns with `*` and `?` in the last part.
    ///
    /// - Parameters:
    ///   - paths: Files, folders and patterns, in this order.
    ///   - interval: How far the frames are apart in time.
    /// - Throws: ``FrameSourceError/Code/missing`` for a path that is none or holds no image. A file that cannot be read
    ///   ends the frames with an error.
    package static func files(
        _ paths: [String],
        interval: Duration = .milliseconds(100)
    ) throws(FrameSourceError) -> Frames {
        var files: [String] = []
        for path in paths { files += try expanded(path) }
        let (all, next) = (files, Counter())
        return Frames(pulling: {
            let number = next.step()
            guard number < all.count else { return nil }
            let bytes = try read(all[number])
            return Frame(content: .encoded(bytes), number: number, time: interval * number, name: all[number])
        })
    }

    private static func expanded(_ path: String) throws(FrameSourceError) -> [String] {
        var isFolder = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            return isFolder ? try images(in: path) { endings.contains(ending($0)) } : [path]
        }
        let last = String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
        let folder = String(path.dropLast(last.count))
        guard last.contains("*") || last.contains("?") else {
            throw FrameSourceError(.missing, "\(path) does not exist.")
        }
        return try images(in: folder.isEmpty ? "." : folder) { NamePattern.matches($0, last) }
    }

    /// What stands behind the last point of a name, in lower case.
    private static func ending(_ name: String) -> String {
        name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    }

    private static func images(
        in folder: String,
        where isWanted: (String) -> Bool
    ) throws(FrameSourceError) -> [String] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isWanted).sorted()
        guard !names.isEmpty else {
            throw FrameSourceError(.missing, "\(folder) holds no such image, or may not be read.")
        }
        return names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            throw FrameSourceError(.missing, "\(path) is no file.")
        }
        guard (attributes?[.size] as? Int ?? 0) <= maximumFileBytes else {
            throw FrameSourceError(.unsupported, "\(path) is larger than \(maximumFileBytes) bytes.")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FrameSourceError(.denied, "\(path) may not be read.")
        }
        return Array(data)
    }

    /// Counts what was asked for.
    private final class Counter: Sendable {
        private let value = Mutex(0)

        func step() -> Int {
            value.withLock { value in
                defer { value += 1 }
                return value
            }
        }
    }
}

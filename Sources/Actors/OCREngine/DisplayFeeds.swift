internal import Curl
internal import FoundationEssentials
internal import FrameSources
internal import ImageCleaning
package import OCRTools
internal import Pixels

/// Opens V4L2 cameras, MJPEG streams and folders of pictures.
package struct DisplayFeeds: FrameFeeds {
    /// The largest number of pictures in a folder that are read as frames.
    private static let mostFiles = 10_000

    /// Creates an opener of sources.
    package init() {}

    /// Opens a camera, a stream or a folder by its address.
    package func open(_ address: String) async throws -> any FrameFeed {
        do {
            if address.hasPrefix("http://") || address.hasPrefix("https://") {
                return FeedOfFrames(Frames.http(address, client: try CurlClient()))
            }
            if address.hasPrefix("/dev/") { return FeedOfFrames(try Frames.camera(path: address)) }
            return FeedOfFrames(Frames.files(try Self.files(of: address)))
        } catch let error as FrameSourceError {
            throw FeedTrouble(error.code.rawValue, message: error.message)
        }
    }

    private static func files(of folder: String) throws -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw FeedTrouble("missing", message: "the folder cannot be read")
        }
        return names.filter { !$0.hasPrefix(".") && isImage($0) }.sorted().prefix(mostFiles).map { "\(folder)/\($0)" }
    }

    private static func isImage(_ name: String) -> Bool {
        ImageFormat.allFileExtensions.contains(name.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
}

/// The frames of an open source, for a single reader.
struct FeedOfFrames: FrameFeed {
    private let frames: Frames

    /// Wraps frames that have no reader yet.
    init(_ frames: Frames) { self.frames = frames }

    /// Delivers frames until the reader stops.
    func read(_ take: (FeedFrame) async throws -> Bool) async throws {
        do {
            for try await frame in frames {
                guard try await take(FeedFrame(picture: Self.picture(frame), time: frame.time)) else { return }
            }
        } catch let error as FrameSourceError {
            throw FeedTrouble(error.code.rawValue, message: error.message)
        }
    }

    private static func picture(_ frame: Frame) -> FramePicture {
        switch frame.content {
        case .encoded(let bytes): .encoded(bytes)
        case .color(let image): .rgb(width: image.width, height: image.height, pixels: image.pixels)
        }
    }
}

internal import FrameSources
internal import OCRWorkerActor
internal import Pixels

/// Frames for the one stream that reads them.
struct FeedOfFrames: FrameFeed {
    private let frames: Frames

    /// Takes frames that nobody walks through yet.
    init(_ frames: Frames) { self.frames = frames }

    /// Gives frames until nobody wants more.
    func read(_ take: (FeedFrame) async throws -> Bool) async throws {
        do {
            for try await frame in frames {
                guard try await take(FeedFrame(picture: Self.picture(frame), time: frame.time)) else { return }
            }
        } catch let error as FrameSourceError {
            throw FeedTrouble(error.code.rawValue, error.message)
        }
    }

    private static func picture(_ frame: Frame) -> FramePicture {
        switch frame.content {
        case .encoded(let bytes): .encoded(bytes)
        case .color(let image): .rgb(width: image.width, height: image.height, pixels: image.pixels)
        }
    }
}

internal import FoundationEssentials
internal import FrameSources
internal import Pixels
internal import SystemPackage

/// A line that the probe prints: a frame, or the end.
struct ProbeLine: Encodable {
    /// The frame's number; frames that were dropped leave gaps.
    var frame: Int?
    /// When it was taken, from the stream's start.
    var seconds: Double?
    var width: Int?
    var height: Int?
    /// The size of a frame that the camera encoded.
    var bytes: Int?
    /// The file that it was kept in.
    var file: String?
    /// The end: how many frames were taken.
    var taken: Int?
    /// Why the end came too early.
    var reason: String?
    var message: String?

    /// Says a frame.
    init(_ frame: Frame, file: String?) {
        (self.frame, self.file, seconds) = (frame.number, file, frame.time / .seconds(1))
        switch frame.content {
        case .encoded(let bytes): self.bytes = bytes.count
        case .color(let image): (width, height) = (image.width, image.height)
        }
    }

    /// Says the end.
    init(taken: Int, error: FrameSourceError? = nil) {
        (self.taken, reason, message) = (taken, error?.code.rawValue, error?.message)
    }

    /// Prints it at once: its reader may be about to unplug the camera.
    func say() throws {
        try FileDescriptor.standardOutput.writeAll(JSONEncoder().encode(self) + Array("\n".utf8))
    }
}

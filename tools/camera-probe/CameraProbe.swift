internal import ArgumentParser
internal import FrameSources
internal import Pixels
internal import SystemPackage

/// Takes frames of a camera as the OCR worker takes them, and tells what came.
@main
struct CameraProbe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera-probe",
        abstract: "Takes frames of a camera as the OCR worker takes them.",
        discussion: """
            Prints a line of JSON for each frame, and one for the end: how many were taken, and why no more came, in the \
            words of `ocrCameraUnavailable`. Either is exit status 0.
            """
    )

    @Argument(help: "The camera, as /dev/video0.") var path: String
    @Option(help: "How many frames.") var frames = 5
    @Option(help: "The width that is wanted, in pixels.") var width = 1280
    @Option(help: "A folder for the frames: PPM, or JPEG as the camera gave it.") var save: String?

    func run() async throws {
        var taken = 0
        do {
            for try await frame in try Frames.camera(path: path, width: width) {
                try ProbeLine(frame, file: save.map { try kept(frame, in: $0) }).say()
                taken += 1
                if taken == frames { break }
            }
            try ProbeLine(taken: taken).say()
        } catch let error as FrameSourceError {
            try ProbeLine(taken: taken, error: error).say()
        }
    }

    private func kept(_ frame: Frame, in folder: String) throws -> String {
        let (name, bytes) =
            switch frame.content {
            case .encoded(let bytes): ("\(frame.number).jpeg", bytes)
            case .color(let image): ("\(frame.number).ppm", image.ppm)
            }
        let file = try FileDescriptor.open(
            FilePath(folder).appending(name),
            .writeOnly,
            options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead]
        )
        try file.closeAfter { _ = try file.writeAll(bytes) }
        return name
    }
}

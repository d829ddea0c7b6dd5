import Foundation
import FrameSources
import Pixels
import TestSupport
import Testing
import V4L2

@Suite("Frames from files and cameras")
struct FramesTests {
    @Test("Files give all their frames in order")
    func files() async throws {
        let folder = try TemporaryFolder()
        let names = ["b.jpg", "a.JPG", "c1.png", "notes.txt"]
        for name in names { try Data(name.utf8).write(to: folder.url.appending(path: name)) }
        let frames = Frames.files(names.map { "\(folder.url.path)/\($0)" })
        var found: [String] = []
        var times: [Duration] = []
        for try await frame in frames {
            guard case .encoded(let bytes) = frame.content else { continue }
            let name = String(decoding: bytes, as: UTF8.self)
            #expect(frame.name?.hasSuffix("/" + name) == true && frame.number == found.count)
            found.append(name)
            times.append(frame.time)
        }
        #expect(found == names && times == times.sorted() && frames.dropped.count == 0)
    }

    @Test("A path without a picture ends the frames with an error")
    func missing() async throws {
        let folder = try TemporaryFolder()
        for path in ["/nonexistent/a.jpg", folder.url.path] {
            let error = await #expect(throws: FrameSourceError.self) {
                for try await _ in Frames.files([path]) {}
            }
            #expect(error?.code == .missing)
        }
    }

    @Test("The newest frame waits for a slow reader, and older ones are dropped and counted")
    func newest() async throws {
        let (started, ready) = AsyncStream<Void>.makeStream()
        let frames = Frames(pushing: { give in
            for number in 0..<50 { give(Frame(content: .encoded([]), number: number, time: .seconds(number))) }
            ready.finish()
        })
        for await _ in started {}
        var numbers: [Int] = []
        for try await frame in frames { numbers.append(frame.number) }
        #expect(numbers == [49] && frames.dropped.count == 49)
    }

    @Test(
        "Opening something that is not a camera gives a specific error",
        arguments: ["/nonexistent/video0", "/dev/null", "/tmp"]
    )
    func opening(path: String) {
        let error = #expect(throws: FrameSourceError.self) { try Frames.camera(path: path) }
        #expect(error?.code == .missing && error?.message.contains(path) == true)
    }

    @Test("A file is not a camera") func file() throws {
        let folder = try TemporaryFolder()
        opening(path: try folder.write("video0", text: "no camera"))
    }

    @Test("A camera that may not be opened is denied", .enabled(if: geteuid() != 0, "root may open everything"))
    func denied() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "video0").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0]))
        let error = #expect(throws: FrameSourceError.self) { try Frames.camera(path: path) }
        #expect(error?.code == .denied)
    }

    @Test("A camera's frames arrive as they are taken, until it is unplugged")
    func camera() async throws {
        let camera = ScriptedCamera(pictures: 5, ending: CaptureError(systemError: ENODEV, path: "/dev/video7"))
        let frames = Frames.camera(camera, width: 640)
        var last: Frame?
        let error = await #expect(throws: FrameSourceError.self) {
            for try await frame in frames { last = frame }
        }
        #expect(error?.code == .missing && error?.message.contains("unplugged") == true)
        let frame = try #require(last)
        guard case .color(let image) = frame.content else { throw FrameSourceError(.broken, message: "no pixels") }
        #expect(image.width == 4 && image.height == 2 && frame.number == 4)
        #expect(await camera.state == "started 4x2, stopped")
    }

    @Test("A camera without a supported format is reported")
    func unsupported() async throws {
        let camera = ScriptedCamera(pictures: 0, ending: nil)
        let error = await #expect(throws: FrameSourceError.self) {
            for try await _ in Frames.camera(camera) {}
        }
        #expect(error?.code == .unsupported)
    }

    /// A camera that gives some pictures and then fails.
    private actor ScriptedCamera: CaptureDevice {
        private var left: Int
        private let ending: CaptureError?
        var state = ""

        init(pictures: Int, ending: CaptureError?) {
            (left, self.ending) = (pictures, ending)
        }

        func modes() -> [CaptureMode] {
            guard ending != nil else { return [] }
            return [
                CaptureMode(format: .yuyv, width: 64, height: 32), CaptureMode(format: .mjpeg, width: 32, height: 0),
            ]
        }

        func start(_ mode: CaptureMode) {
            state = "started \(mode.width / 16)x\(mode.height / 16)"
        }

        func next() async throws(CaptureError) -> CapturedPicture {
            guard left > 0 else { throw ending ?? CaptureError(.failed, message: "none") }
            left -= 1
            let mode = CaptureMode(format: .yuyv, width: 4, height: 2)
            return CapturedPicture(mode: mode, bytesPerLine: 8, bytes: [UInt8](repeating: 128, count: 16))
        }

        func stop() {
            state += ", stopped"
        }
    }
}

import Glibc
import Testing
import V4L2

@Suite("Cameras")
struct CaptureTests {
    @Test(
        "A system's error number tells a camera's problem",
        arguments: [
            (EACCES, .denied), (EPERM, .denied), (EBUSY, .busy), (ENOENT, .missing), (ENODEV, .missing),
            (ENOTTY, .missing), (EISDIR, .missing), (ENXIO, .missing), (EIO, .missing), (ENOMEM, .failed),
        ] as [(Int32, CaptureError.Code)]
    )
    func errors(number: Int32, code: CaptureError.Code) {
        let error = CaptureError(systemError: number, path: "/dev/video3")
        #expect(error.code == code && error.errno == number)
        #expect(error.description.contains("/dev/video3") && error.description.contains(code.rawValue))
    }

    @Test("An error after a device was identified as a camera is that camera's fault")
    func faults() {
        for number in [EINVAL, ENOTTY, EPROTO] {
            #expect(CaptureError(systemError: number, path: "/dev/video0", isCamera: true).code == .failed)
        }
        #expect(CaptureError(systemError: EBUSY, path: "/dev/video0", isCamera: true).code == .busy)
        #expect(CaptureError(systemError: ENODEV, path: "/dev/video0", isCamera: true).code == .missing)
    }

    @Test("A device that is not a camera is closed only once, because another file may have its number by then")
    func closedOnce() {
        var others: [Int32] = []
        defer { for other in others { close(other) } }
        for _ in 0..<100 {
            #expect(throws: CaptureError.self) { try VideoDevice(path: "/dev/null") }
            others.append(unsafe open("/dev/null", O_RDONLY | O_CLOEXEC))
        }
        for other in others { #expect(fcntl(other, F_GETFD) >= 0) }
    }

    @Test("Formats have the kernel's names, and unsupported ones have none")
    func formats() {
        #expect(CaptureFormat.mjpeg.fourCC == 0x4750_4A4D && CaptureFormat.yuyv.fourCC == 0x5659_5559)
        for format in CaptureFormat.allCases { #expect(CaptureFormat(fourCC: format.fourCC) == format) }
        #expect(CaptureFormat(fourCC: 0x4745_504A) == .mjpeg && CaptureFormat(fourCC: 0x3231_564E) == nil)
    }

    @Test("The smallest mode that is wide enough is chosen, else the widest")
    func modes() {
        let offered = [(160, 120), (640, 480), (1280, 720), (1920, 1080)].flatMap { width, height in
            CaptureFormat.allCases.map { CaptureMode(format: $0, width: width, height: height) }
        }
        #expect(CaptureMode.best(of: offered, width: 1280) == CaptureMode(format: .mjpeg, width: 1280, height: 720))
        #expect(CaptureMode.best(of: offered, width: 600) == CaptureMode(format: .yuyv, width: 640, height: 480))
        #expect(CaptureMode.best(of: offered, width: 4000) == CaptureMode(format: .mjpeg, width: 1920, height: 1080))
        #expect(CaptureMode.best(of: Array(offered.prefix(2)), width: 640)?.width == 160)
        #expect(CaptureMode.best(of: [], width: 640) == nil)
        #expect(CaptureMode.best(of: [CaptureMode(format: .yuyv, width: 0, height: 1 << 40)], width: 640) == nil)
    }

    @Test("A range of sizes offers a few, in the camera's own aspect ratio and its steps")
    func ranges() {
        let range = CaptureSizes(width: 16...16_384, height: 16...8_640, steps: (2, 2))
        let wide = range.modes(.yuyv, like: CaptureSizes(width: 1280, height: 720))
        #expect(wide.map(\.width) == [640, 1280, 1920] && wide.map(\.height) == [360, 720, 1080])
        let square = CaptureSizes(width: 33...1000, height: 30...900, steps: (4, 0))
        let held = square.modes(.mjpeg, like: CaptureSizes(width: 500, height: 500))
        #expect(held.map(\.width) == [637, 997, 997] && held.map(\.height) == [640, 900, 900])
        #expect(CaptureMode.best(of: wide, width: 1280)?.height == 720)
        // A driver that reports no current size, or an impossible one, has no aspect ratio to keep.
        for (width, height) in [(0, 0), (640, 0), (.max, 480), (-3, 480)] {
            #expect(range.modes(.yuyv, like: CaptureSizes(width: width, height: height)).isEmpty)
        }
    }

    @Test("A source that lists no sizes is used at its current size")
    func ownSize() {
        let own = CaptureSizes(width: 720, height: 576)
        #expect(own.modes(.yuyv, like: own) == [CaptureMode(format: .yuyv, width: 720, height: 576)])
    }

    @Test(
        "YUYV becomes the colours of BT.601",
        arguments: [
            ([235, 128, 235, 128], [255, 255, 255]), ([16, 128, 16, 128], [0, 0, 0]),
            ([81, 90, 81, 240], [255, 0, 0]), ([145, 54, 145, 34], [0, 255, 0]), ([41, 240, 41, 110], [0, 0, 255]),
            ([126, 128, 126, 128], [128, 128, 128]),
        ] as [([UInt8], [Int])]
    )
    func colors(bytes: [UInt8], color: [Int]) throws {
        let mode = CaptureMode(format: .yuyv, width: 2, height: 1)
        let rgb = try #require(CapturedPicture(mode: mode, bytesPerLine: 4, bytes: bytes).rgb)
        #expect(rgb.count == 6)
        for (got, wanted) in zip(rgb, color + color) { #expect(abs(Int(got) - wanted) <= 2) }
    }

    @Test("Lines may be longer than their pixels, and incomplete pictures are dropped")
    func lines() {
        let mode = CaptureMode(format: .yuyv, width: 2, height: 2)
        let picture = CapturedPicture(mode: mode, bytesPerLine: 6, bytes: [235, 128, 16, 128, 9, 9, 16, 128, 235, 128])
        #expect(picture.rgb == [255, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 255])
        #expect(CapturedPicture(mode: mode, bytesPerLine: 6, bytes: [1, 2, 3]).rgb == nil)
        #expect(CapturedPicture(mode: mode, bytesPerLine: .max, bytes: picture.bytes).rgb == nil)
        for (width, height) in [(0, 2), (3, 1), (-2, 2), (2, -1), (.max, .max)] {
            let odd = CaptureMode(format: .yuyv, width: width, height: height)
            #expect(CapturedPicture(mode: odd, bytesPerLine: 0, bytes: picture.bytes).rgb == nil)
        }
        let jpeg = CaptureMode(format: .mjpeg, width: 2, height: 2)
        #expect(CapturedPicture(mode: jpeg, bytesPerLine: 4, bytes: picture.bytes).rgb == nil)
    }
}

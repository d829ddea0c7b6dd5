import CV4L2
import Dispatch
import Glibc
import LoopExecutor

/// A camera of the kernel's V4L2 interface, with pictures in mapped memory (`VIDIOC_REQBUFS`).
///
/// No call blocks in the kernel: a dispatch source reports each picture, which is then copied from its buffer.
package actor VideoDevice: CaptureDevice {
    /// The number of buffers that the driver fills in turn.
    private static let buffers: UInt32 = 4
    /// The requested rate in pictures per second: as many as a worker reads from one camera.
    private static let picturesPerSecond: UInt32 = 10
    /// How long a streaming camera may take for a picture.
    private static let patience = Duration.seconds(5)

    private let path: String
    private let executor = QueueExecutor(label: "vitalbus.camera")
    private let camera: OpenCamera
    private var mode: CaptureMode?
    private var bytesPerLine = 0
    private var source: DescriptorSource?
    private var timer: LoopTimer?
    private var waiting: CheckedContinuation<Result<CapturedPicture, CaptureError>, Never>?
    private var isStopped = false

    /// The queue that drives the device.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens a camera.
    ///
    /// - Throws: ``CaptureError/Code/denied``, ``CaptureError/Code/missing`` (also for a device that is not a camera)
    ///   or ``CaptureError/Code/busy``.
    package init(path: String) throws(CaptureError) {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw CaptureError(systemError: errno, path: path) }
        var bits: UInt32 = 0
        let error = vb_v4l2_capabilities(descriptor, &bits)
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        guard error == 0, bits & needed == needed else {
            close(descriptor)
            throw CaptureError(systemError: error == 0 ? ENOTTY : error, path: path)
        }
        camera = OpenCamera(descriptor)
        self.path = path
    }

    private var descriptor: Int32 { camera.descriptor }

    /// The supported formats and sizes.
    ///
    /// For sources with a range of sizes, these are a few; for those that report none, the current one.
    package func modes() throws(CaptureError) -> [CaptureMode] {
        var (width, height): (UInt32, UInt32) = (0, 0)
        _ = vb_v4l2_current(descriptor, &width, &height)
        let current = CaptureSizes(width: Int(width), height: Int(height))
        var modes: [CaptureMode] = []
        var fourCC: UInt32 = 0
        // Drivers have few formats and sizes; the limit stops one that reports endlessly.
        for index in 0..<UInt32(64) where vb_v4l2_format(descriptor, index, &fourCC) == 0 {
            guard let format = CaptureFormat(fourCC: fourCC) else { continue }
            let sizes = sizes(of: fourCC)
            modes += (sizes.isEmpty ? [current] : sizes).flatMap { $0.modes(format, like: current) }
        }
        return modes
    }

    /// Starts capturing, in the mode or the nearest one that the driver supports.
    package func start(_ mode: CaptureMode) throws(CaptureError) {
        guard self.mode == nil, !isStopped else { return }
        var (fourCC, line) = (mode.format.fourCC, UInt32(0))
        var (width, height) = (UInt32(clamping: mode.width), UInt32(clamping: mode.height))
        try check(vb_v4l2_set(descriptor, &fourCC, &width, &height, &line))
        guard let format = CaptureFormat(fourCC: fourCC) else {
            throw CaptureError(.unsupported, message: "\(path) delivers neither MJPEG nor YUYV pictures.")
        }
        self.mode = CaptureMode(format: format, width: Int(width), height: Int(height))
        bytesPerLine = Int(line)
        // Another program may have set one picture per second; sources with a fixed rate reject this call.
        _ = vb_v4l2_rate(descriptor, Self.picturesPerSecond)
        var count = Self.buffers
        try check(vb_v4l2_buffers(descriptor, &count))
        for index in 0..<count { try map(index) }
        try check(vb_v4l2_stream(descriptor, 1))
    }

    /// Waits for the next picture.
    package func next() async throws(CaptureError) -> CapturedPicture {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            // Enqueued on the same queue after the wait, so the wait is always registered by then.
            executor.queue.async { self.assumeIsolated { $0.finish(.failure($0.stopped)) } }
        }
        return try result.get()
    }

    /// Stops capturing; a pending wait fails.
    package func stop() {
        end()
    }
}

extension VideoDevice {
    private var stopped: CaptureError { CaptureError(.failed, message: "\(path) was stopped.") }

    private func failure(_ error: Int32) -> CaptureError {
        CaptureError(systemError: error, path: path, isCamera: true)
    }

    private func check(_ error: Int32) throws(CaptureError) {
        if error != 0 { throw failure(error) }
    }

    private func sizes(of fourCC: UInt32) -> [CaptureSizes] {
        var found: [CaptureSizes] = []
        var sizes = vb_v4l2_sizes()
        for index in 0..<UInt32(128) {
            guard vb_v4l2_size(descriptor, fourCC, index, &sizes) == 0 else { break }
            found.append(
                CaptureSizes(
                    width: Int(sizes.least_width)...max(Int(sizes.most_width), Int(sizes.least_width)),
                    height: Int(sizes.least_height)...max(Int(sizes.most_height), Int(sizes.least_height)),
                    steps: (Int(sizes.step_width), Int(sizes.step_height))
                )
            )
        }
        return found
    }

    private func map(_ index: UInt32) throws(CaptureError) {
        var (length, offset): (UInt32, UInt32) = (0, 0)
        try check(vb_v4l2_buffer(descriptor, index, &length, &offset))
        guard let start = mmap(nil, Int(length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset)),
            start != MAP_FAILED
        else { throw failure(errno) }
        camera.maps.append(UnsafeMutableRawBufferPointer(start: start, count: Int(length)))
        try check(vb_v4l2_lend(descriptor, index))
    }

    private func wait(_ continuation: CheckedContinuation<Result<CapturedPicture, CaptureError>, Never>) {
        guard !isStopped, mode != nil, waiting == nil, !Task.isCancelled else {
            return continuation.resume(returning: .failure(stopped))
        }
        waiting = continuation
        timer = LoopTimer(after: Self.patience, queue: executor.queue) { [weak self] in
            self?.assumeIsolated { device in
                device.finish(
                    .failure(CaptureError(.failed, message: "\(device.path) delivered no picture for five seconds."))
                )
            }
        }
        source =
            source
            ?? DescriptorSource(descriptor: descriptor, direction: .readable, queue: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.take() }
            }
        source?.enable()
    }

    /// Takes a picture if there is one.
    private func take() {
        guard let mode, waiting != nil else {
            source?.disable()
            return
        }
        var (index, used): (UInt32, UInt32) = (0, 0)
        let error = vb_v4l2_take(descriptor, &index, &used)
        guard error != EAGAIN else { return }
        guard error == 0, Int(index) < camera.maps.count else {
            return finish(.failure(failure(error == 0 ? EIO : error)))
        }
        let bytes = Array(camera.maps[Int(index)].prefix(Int(used)))
        let lent = vb_v4l2_lend(descriptor, index)
        guard lent == 0 else { return finish(.failure(failure(lent))) }
        guard !bytes.isEmpty else { return }
        finish(.success(CapturedPicture(mode: mode, bytesPerLine: bytesPerLine, bytes: bytes)))
    }

    private func finish(_ result: Result<CapturedPicture, CaptureError>) {
        source?.disable()
        timer = nil
        waiting?.resume(returning: result)
        waiting = nil
    }

    private func end() {
        guard !isStopped else { return }
        isStopped = true
        finish(.failure(stopped))
        source?.cancel()
        source = nil
        camera.end()
    }
}

/// A camera's descriptor and the buffers mapped from it.
///
/// Releasing it frees both on any thread, because closures on the device's queue keep the device alive.
private final class OpenCamera {
    let descriptor: Int32
    var maps: [UnsafeMutableRawBufferPointer] = []

    /// Takes ownership of a descriptor.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Stops capturing and releases the buffers.
    func end() {
        _ = vb_v4l2_stream(descriptor, 0)
        for map in maps { munmap(map.baseAddress, map.count) }
        maps = []
    }

    deinit {
        end()
        close(descriptor)
    }
}

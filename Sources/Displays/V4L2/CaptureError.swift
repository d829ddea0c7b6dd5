import Glibc

/// Why a camera gives no pictures.
package struct CaptureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// This process may not open the device.
        case denied
        /// There is no such device, it is no camera, or it was unplugged.
        case missing
        /// Another program uses it.
        case busy
        /// It offers no format that is understood here.
        case unsupported
        /// The driver failed.
        case failed
    }

    /// The kind of failure.
    package let code: Code
    /// What failed and what can be done about it.
    package let message: String
    /// The system's error number, 0 if there is none.
    package let systemError: Int32

    /// Makes an error.
    package init(_ code: Code, _ message: String, systemError: Int32 = 0) {
        (self.code, self.message, self.systemError) = (code, message, systemError)
    }

    /// Says what a system's error number means for a camera.
    ///
    /// - Parameter isCamera: Whether the device was seen to be a camera: then a request that it does not know is a fault.
    package init(systemError number: Int32, path: String, isCamera: Bool = false) {
        let fault = (Code.failed, "failed: plug the camera in again, or take another")
        let (code, what): (Code, String) =
            switch number {
            case EACCES, EPERM: (.denied, "may not be opened by this process: add its user to the group video")
            case EBUSY: (.busy, "is used by another program: end it, or take another camera")
            case ENOENT, ENXIO: (.missing, "does not exist: plug the camera in, or name another device")
            case ENODEV, EIO: (.missing, "is gone: it was unplugged or lost power")
            case ENOTTY, EISDIR, ENOTDIR, EINVAL, EOPNOTSUPP, ELOOP, EROFS, ETXTBSY:
                isCamera ? fault : (.missing, "is no camera: name a video device such as /dev/video0")
            default: fault
            }
        self.init(code, "\(path) \(what) (errno \(number)).", systemError: number)
    }

    /// The kind and the message in one line.
    package var description: String { "\(code.rawValue): \(message)" }
}

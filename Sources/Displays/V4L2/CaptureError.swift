@_exported public import CodedErrors
import Glibc

/// The error of a camera that gives no pictures.
package typealias CaptureError = CodedError<CaptureErrorCode>

/// The kind of a ``CaptureError``.
package enum CaptureErrorCode: String, ErrorCode {
    /// The process lacks the right to open the device.
    case denied
    /// The device does not exist, is not a camera, or was unplugged.
    case missing
    /// Another program uses it.
    case busy
    /// It has no supported format.
    case unsupported
    /// The driver failed.
    case failed
}

extension CaptureError {
    /// Converts an error number of a camera's system call.
    ///
    /// - Parameter isCamera: Whether the device is known to be a camera, so that an unknown request is a failure.
    package init(systemError number: Int32, path: String, isCamera: Bool = false) {
        let fault = (Code.failed, "failed: plug the camera in again, or use another one")
        let (code, what): (Code, String) =
            switch number {
            case EACCES, EPERM: (.denied, "cannot be opened by this process: add its user to the group video")
            case EBUSY: (.busy, "is used by another program: stop it, or use another camera")
            case ENOENT, ENXIO: (.missing, "does not exist: plug the camera in, or name another device")
            case ENODEV, EIO: (.missing, "is gone: it was unplugged or lost power")
            case ENOTTY, EISDIR, ENOTDIR, EINVAL, EOPNOTSUPP, ELOOP, EROFS, ETXTBSY:
                isCamera ? fault : (.missing, "is not a camera: name a video device such as /dev/video0")
            default: fault
            }
        self.init(code, message: "\(path) \(what) (errno \(number)).", errno: number)
    }
}

/// A camera: what it offers, and its pictures one after the other.
package protocol CaptureDevice: Sendable {
    /// The formats and sizes that it offers and that are understood here.
    func modes() async throws(CaptureError) -> [CaptureMode]

    /// Starts to take pictures, in the mode or the nearest that the driver can.
    func start(_ mode: CaptureMode) async throws(CaptureError)

    /// Waits for the next picture.
    func next() async throws(CaptureError) -> CapturedPicture

    /// Ends it; pictures that are waited for fail.
    func stop() async
}

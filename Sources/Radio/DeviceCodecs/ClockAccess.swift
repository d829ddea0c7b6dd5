/// How a device's clock is read and set.
public enum ClockAccess: Hashable, Sendable {
    /// By Current Time 0x2A2B, or Date Time 0x2A08 inside of the health service, whichever the device has.
    case standard
    /// By Current Time, after its first notification only.
    case currentTimeOnNotification
    /// By ``CareSensClock``.
    case careSens
    /// By ``ContourClock``.
    case contour

    init(_ quirks: Set<DeviceQuirk>) {
        if quirks.contains(.caresensClock) {
            self = .careSens
        } else if quirks.contains(.contourClock) {
            self = .contour
        } else {
            self = quirks.contains(.omronTimeOnNotify) ? .currentTimeOnNotification : .standard
        }
    }
}

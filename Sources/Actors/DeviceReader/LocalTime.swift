internal import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// The hub's own time zone: devices keep local time without saying so.
enum LocalTime {
    /// The offset from UTC in seconds at a moment, by the machine's zone and its history.
    static func utcOffset(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }
}

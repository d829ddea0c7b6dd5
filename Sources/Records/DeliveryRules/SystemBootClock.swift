#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The machine's own `CLOCK_BOOTTIME`.
public struct SystemBootClock: BootClock {
    /// Makes the clock.
    public init() {}

    /// Milliseconds since the machine started, time asleep included (clock_gettime(2)).
    public var now: BootInstant {
        var time = timespec()
        // CLOCK_BOOTTIME exists since Linux 2.6.39, so the call cannot fail here.
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return BootInstant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

internal import CTimex

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The clocks of the kernel.
public enum KernelClock {
    /// The ``state`` of a clock that nothing synchronises (`TIME_ERROR`).
    public static let unsynchronized: Int32 = 5

    /// The state of the wall clock (adjtimex(2)): 0 to 4 synchronized, ``unsynchronized``, or negative for an error.
    public static var state: Int32 { vb_clock_state() }

    /// The kernel's estimate of the clock's maximum error, in microseconds; nil for an error.
    public static var errorMicroseconds: Int? {
        let answer = vb_clock_error()
        return answer < 0 ? nil : answer
    }

    /// Milliseconds since the machine started, including the time it was suspended (`CLOCK_BOOTTIME`).
    public static var millisecondsSinceBoot: Int64 {
        var time = timespec()
        // CLOCK_BOOTTIME exists since Linux 2.6.39, so the call cannot fail here.
        _ = clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The processor time of the calling thread, which other work on the machine does not lengthen
    /// (`CLOCK_THREAD_CPUTIME_ID`).
    public static var threadTime: Duration {
        var time = timespec()
        // Linux has had this clock since 2.6.12, so the call cannot fail here.
        _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

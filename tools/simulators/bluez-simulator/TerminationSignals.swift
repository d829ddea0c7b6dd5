import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// SIGTERM and SIGINT, as a request to end.
enum TerminationSignals {
    private static let numbers = [SIGTERM, SIGINT]

    /// Lets the calling thread receive the signals.
    ///
    /// A parent that starts this process from a worker thread hands its blocked signals down.
    static func unblock() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Cancels a task when one of the signals comes; the sources must be kept.
    static func cancel(_ task: Task<Void, any Error>) -> [any DispatchSourceSignal] {
        numbers.map { number in
            // The default action would end the process before the source fires.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
    }
}

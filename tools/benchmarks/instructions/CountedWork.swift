import ArgumentParser
import Dispatch
import Synchronization

/// Does a fixed work so many times; `tools/instruction-counts` counts the instructions of two runs and compares.
struct CountedWork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Does one kind of work again and again; started by tools/instruction-counts.",
        shouldDisplay: false
    )

    @Argument var kind: Kind
    @Argument var times: Int

    /// What is counted.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case envelope
        case frame
        case outbox
        case grant
        case scanner
    }

    func run() throws {
        switch kind {
        case .envelope: try EnvelopeWork().run(times)
        case .frame: try FrameWork().run(times)
        case .outbox: try wait { [times] in try await StoreWork.outbox(times) }
        case .grant: try wait { [times] in try await StoreWork.grant(times) }
        case .scanner: try ScannerWork().run(times)
        }
    }

    private func wait(_ operation: @escaping @Sendable () async throws -> Void) throws {
        let (end, failure) = (DispatchSemaphore(value: 0), Failure())
        Task {
            do { try await operation() } catch { failure.text.withLock { $0 = "\(error)" } }
            end.signal()
        }
        end.wait()
        if let text = failure.text.withLock({ $0 }) { throw BenchError(text) }
    }

    private final class Failure: Sendable {
        let text = Mutex<String?>(nil)
    }
}

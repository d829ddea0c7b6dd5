internal import HealthInputs
internal import VitalRecords

/// The bar that shows how far an import is.
struct ImportProgress {
    private static let width = 30

    private let total: UInt64
    private let write: (@Sendable (String) -> Void)?
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameters:
    ///   - total: How many bytes there are; 0 where nobody knows.
    ///   - write: Writes to the terminal as it is; nil where there is none.
    init(total: UInt64, show write: (@Sendable (String) -> Void)?) {
        self.total = total
        self.write = write
    }

    /// Shows how far it is, some five times a second.
    mutating func show(_ progress: HealthProgress) {
        guard let write else { return }
        let now = ContinuousClock.now
        if let last, now - last < .milliseconds(200) { return }
        last = now
        isShown = true
        write("\r" + line(progress, seconds: (now - start) / .seconds(1)) + "\u{1B}[K")
    }

    /// Takes the bar away.
    func finish() {
        if isShown { write?("\r\u{1B}[K") }
    }

    private func line(_ progress: HealthProgress, seconds: Double) -> String {
        let megabytes = progress.bytes / 1_000_000
        let rate = seconds > 0 ? Int(clamping: Double(progress.elements) / seconds) : 0
        guard total > 0, progress.bytes > 0 else { return "\(megabytes) MB, \(rate) records a second" }
        // A second pass begins again.
        let part = min(1, Double(progress.bytes) / Double(total))
        let filled = Int(clamping: part * Double(Self.width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        let left = Int(seconds / part - seconds)
        let sizes = "\(megabytes) of \(total / 1_000_000) MB"
        return "[\(bar)] \(sizes), \(rate) records a second, \(ImportPreview.duration(left)) left"
    }
}

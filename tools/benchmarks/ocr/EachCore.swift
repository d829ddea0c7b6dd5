import Foundation

/// Work that is divided among the processors.
enum EachCore {
    /// Adds up what numbers from 0 to below `count` give.
    static func sum<Sum: Sendable>(
        _ count: Int,
        from nothing: Sum,
        _ add: @escaping @Sendable (inout Sum, Int) -> Void,
        _ join: (inout Sum, Sum) -> Void
    ) async -> Sum {
        let width = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        return await withTaskGroup(of: Sum.self) { group in
            for first in 0..<width {
                group.addTask {
                    stride(from: first, to: count, by: width).reduce(into: nothing) { add(&$0, $1) }
                }
            }
            return await group.reduce(into: nothing) { join(&$0, $1) }
        }
    }
}

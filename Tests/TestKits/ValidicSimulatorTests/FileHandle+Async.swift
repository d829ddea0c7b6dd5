import Foundation

extension FileHandle {
    /// The first bytes, or none at the end of the file, without blocking a thread.
    func firstData() async -> Data {
        await withCheckedContinuation { continuation in
            readabilityHandler = { handle in
                handle.readabilityHandler = nil
                continuation.resume(returning: handle.availableData)
            }
        }
    }
}

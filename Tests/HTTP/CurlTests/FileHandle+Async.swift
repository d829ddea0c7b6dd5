import Foundation

extension FileHandle {
    /// The first bytes that come, or none at the end, without holding a thread meanwhile.
    func firstData() async -> Data {
        await withCheckedContinuation { continuation in
            readabilityHandler = { handle in
                handle.readabilityHandler = nil
                continuation.resume(returning: handle.availableData)
            }
        }
    }
}

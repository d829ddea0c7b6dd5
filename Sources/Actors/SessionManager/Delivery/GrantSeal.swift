internal import ActorRuntime
internal import Crypto
internal import DeliveryRules
internal import Files
internal import Foundation

/// Makes the numbers by which workers answer for grants: only the worker that received a grant knows its number.
///
/// A number has 53 bits, as many as every JSON reader keeps. The upper 22 are the lease's fence; the lower 31 are a
/// keyed hash of worker, work and fence. Only the owner has the key, and each failed guess is counted.
struct GrantSeal: Sendable {
    /// The largest fence that fits into a number.
    static let fenceLimit: Int64 = (1 << 22) - 1
    private static let tagBits: Int64 = 31
    private static let keyLength = 64

    private let key: SymmetricKey

    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// Reads the key, or makes one if the file has none; work granted under another key is settled only by its lease's
    /// end.
    ///
    /// - Parameter path: The key file of the queue's owner; only the file's owner may read it.
    /// - Throws: An error when the file cannot be written, `RuntimeError` when others than its owner may read it.
    static func load(_ path: String) throws -> GrantSeal {
        if FileManager.default.fileExists(atPath: path) {
            let known = try SecretFile.read(path)
            // A power cut may leave it empty or torn.
            if known.count == keyLength { return GrantSeal(key: known) }
        }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<keyLength / 2).map { _ in random.next() as UInt8 }
        let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try PrivateFile.replace(path, bytes: Array(text.utf8))
        return GrantSeal(key: Array(text.utf8))
    }

    /// The number that a grant carries.
    func number(_ fence: Int64, of work: String, for worker: String) -> Int64 {
        let fence = min(max(0, fence), Self.fenceLimit)
        return fence << Self.tagBits | tag(fence, work: work, worker: worker)
    }

    /// The fence of a grant, from its number; nil if the worker did not get this number for this work.
    func fence(_ number: Int64, of work: String, for worker: String) -> Int64? {
        let fence = number >> Self.tagBits
        guard fence > 0, self.number(fence, of: work, for: worker) == number else { return nil }
        return fence
    }

    private func tag(_ fence: Int64, work: String, worker: String) -> Int64 {
        let text = "\(worker)\n\(work)\n\(fence)"
        return authenticationCode(text).prefix(8).reduce(0) { $0 << 8 | Int64($1) } & ((1 << Self.tagBits) - 1)
    }

    /// The keyed hash of a text.
    func authenticationCode(_ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}

extension GrantSeal {
    /// A store's mark as its owner publishes it: generation, start, counter, the start's id and a keyed hash.
    ///
    /// The hash keeps other processes from forging a mark that claims a newer store.
    func text(of mark: StoreMark) -> String {
        "\(mark.generation).\(mark.start ?? 0).\(mark.counter).\(mark.startID ?? "").\(tag(mark))"
    }

    /// Reads such a text; nil if this owner did not publish it for this store.
    func mark(_ text: String, of store: StoreMark) -> StoreMark? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let generation = Int64(parts[0]), let start = Int64(parts[1]),
            let counter = Int64(parts[2])
        else { return nil }
        var mark = StoreMark(id: store.id, generation: generation, counter: counter)
        (mark.start, mark.startID) = (start, String(parts[3]))
        return self.text(of: mark) == text ? mark : nil
    }

    private func tag(_ mark: StoreMark) -> String {
        let code = authenticationCode(
            "mark\n\(mark.id)\n\(mark.generation)\n\(mark.start ?? 0)\n\(mark.counter)\n\(mark.startID ?? "")"
        )
        return code.prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

internal import ActorRuntime
internal import Crypto
internal import DeliveryRules
internal import Files
internal import Foundation

/// Makes the numbers under which a worker answers for what it was granted: nobody who did not get the grant knows one.
///
/// A number is the lease's fence in the upper 22 of 53 bits (every JSON reader keeps them) and, below, 31 bits of a keyed hash
/// of worker, work and fence. The key is the owner's alone; each guess that fails is counted.
struct GrantSeal: Sendable {
    /// The largest fence that a number tells from later ones.
    static let fenceLimit: Int64 = (1 << 22) - 1
    private static let tagBits: Int64 = 31
    private static let keyLength = 64

    private let key: SymmetricKey

    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// Reads the key, or makes one where there is none: what was granted before is then only settled by its lease's end.
    ///
    /// - Parameter path: A file that only its owner may read, of the queue's owner.
    /// - Throws: When it cannot be written, `RuntimeError` when others than its owner may read it.
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

    /// The fence of a grant by its number; nil where the worker was not given this number for this work.
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
    /// A store's mark as its owner tells it: generation, start, counter, the start's id and a keyed hash, so that nobody else can
    /// claim that it was further.
    func text(of mark: StoreMark) -> String {
        "\(mark.generation).\(mark.start ?? 0).\(mark.counter).\(mark.startID ?? "").\(tag(mark))"
    }

    /// The mark of such a text; nil for one that this owner has not told of this store.
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

internal import Crypto
package import DurableStore
internal import Foundation

extension GrantSeal {
    /// A store's mark as its owner tells it: generation, start, counter, the start's id and a keyed hash, so that nobody else can
    /// claim that it was further.
    package func text(of mark: StoreMark) -> String {
        "\(mark.generation).\(mark.start ?? 0).\(mark.counter).\(mark.startID ?? "").\(tag(mark))"
    }

    /// The mark of such a text; nil for one that this owner has not told of this store.
    package func mark(_ text: String, of store: StoreMark) -> StoreMark? {
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

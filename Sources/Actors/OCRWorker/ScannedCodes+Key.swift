internal import BusContract
internal import DisplayPeripherals
internal import MessageBus

extension ScannedCodes {
    /// The single code that is a peripheral's key, in stored form.
    ///
    /// - Throws: A `BusError` with lengths and positions only, because other codes may also contain a key.
    static func key(of codes: [Code]) throws -> Code {
        let keys = codes.compactMap { code in
            // Absent is nil: other codes contain no key.
            (try? CodeReading.encryptionKey(code.text)).map { Code(kind: code.kind, text: $0) }
        }
        do throws(CodeFault) {
            // Without a key, parse the texts themselves for an error that explains the problem.
            let text = try CodeReading.only((keys.isEmpty ? codes : keys).map(\.text))
            return Code(kind: keys.first?.kind ?? "", text: try CodeReading.encryptionKey(text))
        } catch {
            throw BusError(.invalidArgument, message: error.message)
        }
    }
}

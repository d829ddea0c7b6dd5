internal import BusContract
internal import DisplayPeripherals
internal import MessageBus

extension ScannedCodes {
    /// The one code that is a peripheral's key, as it is stored.
    ///
    /// - Throws: A `BusError` that tells lengths and places only: what was seen instead may be a key all the same.
    static func key(of codes: [Code]) throws -> Code {
        let keys = codes.compactMap { code in
            // Absent is nil: another kind of code has no key.
            (try? CodeReading.encryptionKey(code.text)).map { Code(kind: code.kind, text: $0) }
        }
        do throws(CodeFault) {
            // With no key among them the texts themselves are asked, whose fault says what is wrong.
            let text = try CodeReading.only((keys.isEmpty ? codes : keys).map(\.text))
            return Code(kind: keys.first?.kind ?? "", text: try CodeReading.encryptionKey(text))
        } catch {
            throw BusError(.invalidArgument, message: error.message)
        }
    }
}

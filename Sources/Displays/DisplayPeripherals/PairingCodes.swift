/// The pairing data in the codes of a photo: a label, a device's own key, or both.
package struct PairingCodes: Sendable, Hashable {
    /// The label; nil if there is only a key.
    package let label: DeviceLabel?
    /// The encryption key, 32 hexadecimal digits in lower case; a secret.
    package let encryptionKey: String?

    /// Finds label and key among the texts of a photo's codes; a product number next to them is ignored.
    ///
    /// - Throws: ``CodeFault`` if there is neither, or several different ones; its message has lengths and positions,
    ///   but never a key's text.
    package init(_ texts: [String]) throws(CodeFault) {
        var (labels, keys): (Set<DeviceLabel>, Set<String>) = ([], [])
        for text in texts {
            // Absent is nil: another kind of code is not a key.
            if let key = try? CodeReading.encryptionKey(text) {
                keys.insert(key)
            } else if let label = try? CodeReading.label(text) {
                labels.insert(label)
            }
        }
        guard labels.count <= 1, keys.count <= 1 else {
            throw CodeFault(
                .severalCodes,
                message: "found the codes of several devices: show only one"
            )
        }
        guard labels.count + keys.count > 0 else { throw Self.fault(try CodeReading.only(texts)) }
        label = labels.first
        encryptionKey = keys.first
    }

    /// The fault of a code that is neither.
    private static func fault(_ text: String) -> CodeFault {
        do throws(CodeFault) {
            _ = try CodeReading.label(text)
            return CodeFault(.unknownLabel, message: "the code is not a label")
        } catch {
            guard error.reason == .unknownLabel else { return error }
            return keyFault(text) ?? error
        }
    }

    /// The fault of a code that resembles a key or address; nil for others.
    private static func keyFault(_ text: String) -> CodeFault? {
        do throws(CodeFault) {
            _ = try CodeReading.encryptionKey(text)
            return nil
        } catch {
            let length = text.filter(\.isHexDigit).count
            guard error.reason == .wrongLength else { return length >= CodeReading.keyLength / 2 ? error : nil }
            return CodeFault(
                .wrongLength,
                message:
                    "the code has \(length) hexadecimal digits: a device's address has 12, a key \(CodeReading.keyLength)"
            )
        }
    }
}

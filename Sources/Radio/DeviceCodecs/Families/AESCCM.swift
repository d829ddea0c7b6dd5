internal import Crypto
internal import CryptoExtras

/// AES-CCM with a 128-bit key (RFC 3610), as scales use it in their adverts; a library supplies the block cipher.
enum AESCCM {
    /// Decrypts a frame and verifies its tag.
    ///
    /// - Parameters:
    ///   - ciphertext: Up to 65,535 bytes.
    ///   - tag: 4 to 16 bytes.
    ///   - key: 16 bytes.
    ///   - nonce: 7 to 13 bytes.
    ///   - authenticated: Bytes that are verified but not encrypted; fewer than 65,280.
    /// - Throws: ``CodecError`` with `invalid` for another key, address or frame.
    static func open(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        authenticated: [UInt8] = []
    ) throws(CodecError) -> [UInt8] {
        let cipher = try Cipher(key: key, nonce: nonce)
        let plain = try cipher.counted(ciphertext, from: 1)
        let proof = try cipher.proof(of: plain, authenticated: authenticated, length: tag.count)
        let expected = try cipher.counted(Array(proof.prefix(tag.count)), from: 0)
        guard zip(expected, tag).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0, expected.count == tag.count else {
            throw CodecError(.invalid, message: "the key or the address does not belong to this device")
        }
        return plain
    }

    private struct Cipher {
        let key: SymmetricKey
        let nonce: [UInt8]

        init(key: [UInt8], nonce: [UInt8]) throws(CodecError) {
            guard key.count == 16, (7...13).contains(nonce.count) else {
                throw CodecError(.invalid, message: "a key must have 16 bytes")
            }
            self.key = SymmetricKey(data: key)
            self.nonce = nonce
        }

        private func block(_ bytes: [UInt8]) throws(CodecError) -> [UInt8] {
            var block = bytes
            do {
                try AES.permute(&block, key: key)
            } catch {
                throw CodecError(.invalid, message: "the block cipher failed")
            }
            return block
        }

        /// Counter mode from a counter on.
        func counted(_ bytes: [UInt8], from first: Int) throws(CodecError) -> [UInt8] {
            var result: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: 16) {
                let stream = try block(prefixed(UInt8(14 - nonce.count), number: first + start / 16))
                result += zip(bytes[start..<min(start + 16, bytes.count)], stream).map { $0 ^ $1 }
            }
            return result
        }

        /// The first block or a counter: a flag byte, the nonce, and a number in the remaining bytes.
        private func prefixed(_ flags: UInt8, number: Int) -> [UInt8] {
            let width = 15 - nonce.count
            return [flags] + nonce
                + (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
        }

        /// The chained blocks over length, authenticated bytes and plaintext.
        func proof(of plain: [UInt8], authenticated: [UInt8], length: Int) throws(CodecError) -> [UInt8] {
            let flags = (authenticated.isEmpty ? 0 : 0x40) + (max(4, length) - 2) / 2 * 8 + 14 - nonce.count
            var chain = prefixed(UInt8(truncatingIfNeeded: flags), number: plain.count)
            if !authenticated.isEmpty {
                let size = authenticated.count
                chain += padded(
                    [UInt8(truncatingIfNeeded: size >> 8), UInt8(truncatingIfNeeded: size)] + authenticated
                )
            }
            chain += padded(plain)
            var state = [UInt8](repeating: 0, count: 16)
            for start in stride(from: 0, to: chain.count, by: 16) {
                state = try block(zip(state, chain[start..<(start + 16)]).map { $0 ^ $1 })
            }
            return state
        }

        private func padded(_ bytes: [UInt8]) -> [UInt8] {
            bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
        }
    }
}

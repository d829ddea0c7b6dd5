internal import Crypto
internal import CryptoExtras
internal import Foundation

/// The secret that seals a backup.
public enum BackupSecret: Sendable {
    /// A passphrase; stretched by scrypt (RFC 7914).
    case passphrase([UInt8])
    /// The site's key: returns 32 secret bytes for a salt.
    case siteKey(@Sendable ([UInt8]) -> [UInt8])
}

/// The unencrypted first line of a backup.
struct BackupHeader: Codable, Sendable {
    static let magic = "vitalbus-backup"

    /// Always ``magic``.
    let kind: String
    /// The format's version.
    let format: Int
    /// `passphrase` or `siteKey`.
    let key: String
    /// 32 random bytes.
    let salt: Data
    /// scrypt's cost: 2^17 rounds with block size 8 need 128 MiB.
    let rounds: Int

    init(_ secret: BackupSecret) {
        kind = Self.magic
        format = 1
        if case .passphrase = secret { key = "passphrase" } else { key = "siteKey" }
        var random = SystemRandomNumberGenerator()
        salt = Data((0..<32).map { _ in random.next() as UInt8 })
        rounds = 1 << 17
    }

    /// The key of this backup.
    func key(_ secret: BackupSecret) throws -> SymmetricKey {
        switch (secret, key) {
        case (.passphrase(let text), "passphrase"):
            guard rounds <= 1 << 20, rounds >= 1 << 14, salt.count == 32 else { break }
            return try KDF.Scrypt.deriveKey(
                from: text,
                salt: salt,
                outputByteCount: 32,
                rounds: rounds,
                blockSize: 8,
                parallelism: 1
            )
        case (.siteKey(let derive), "siteKey"):
            return HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: derive(Array(salt))),
                salt: salt,
                info: Data("vitalbus backup v1".utf8),
                outputByteCount: 32
            )
        default: break
        }
        let wanted = key == "passphrase" ? "a passphrase (--passphrase)" : "the site's key"
        throw BackupError(.invalid, message: "this backup is sealed with \(wanted)")
    }
}

/// Seals frames: each one is bound to its place, and the last one is marked as the last.
struct BackupFrames {
    /// The size of a full frame, in bytes.
    static let size = 65_536

    let key: SymmetricKey
    let header: Data
    private(set) var index: UInt64 = 0

    init(key: SymmetricKey, header: Data) {
        self.key = key
        self.header = header
    }

    // Each backup has its own key, so a counter makes every nonce unique.
    private mutating func nonce(isLast: Bool) throws -> ChaChaPoly.Nonce {
        defer { index += 1 }
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: index >> (56 - 8 * UInt64($0))) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0] + counter + [isLast ? 1 : 0])
    }

    mutating func seal(_ bytes: Data, isLast: Bool) throws -> Data {
        let box = try ChaChaPoly.seal(bytes, using: key, nonce: try nonce(isLast: isLast), authenticating: header)
        return box.ciphertext + box.tag
    }

    mutating func open(_ sealed: Data, isLast: Bool) throws -> Data {
        guard sealed.count >= 16 else { throw Self.damaged }
        let nonce = try nonce(isLast: isLast)
        guard
            // Absent is nil: reported as a wrong key or a damaged backup.
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce,
                ciphertext: sealed.dropLast(16),
                tag: sealed.suffix(16)
            ),
            let bytes = try? ChaChaPoly.open(box, using: key, authenticating: header)
        else { throw Self.damaged }
        return bytes
    }

    static let damaged = BackupError(
        .unreadable,
        message: "the backup does not open: the passphrase or key is wrong, or the file is damaged or truncated"
    )
}

/// Writes bytes into sealed frames; needs one frame of memory.
struct BackupOutput {
    private let file: FileHandle
    private var frames: BackupFrames
    private var waiting = Data()

    init(_ file: FileHandle, secret: BackupSecret) throws {
        let header = BackupHeader(secret)
        let line = try JSONEncoder().encode(header) + Data("\n".utf8)
        try file.write(contentsOf: line)
        self.file = file
        frames = BackupFrames(key: try header.key(secret), header: line)
    }

    mutating func write(_ bytes: Data) throws {
        waiting.append(bytes)
        // One full frame is held back, because it may be the last one.
        while waiting.count > BackupFrames.size {
            try file.write(contentsOf: frames.seal(Data(waiting.prefix(BackupFrames.size)), isLast: false))
            waiting = Data(waiting.dropFirst(BackupFrames.size))
        }
    }

    mutating func finish() throws {
        try file.write(contentsOf: frames.seal(waiting, isLast: true))
        try file.synchronize()
    }
}

/// Reads sealed frames; needs two frames of memory.
struct BackupInput {
    private let file: FileHandle
    private var frames: BackupFrames
    private var next: Data
    private var open = Data()

    init(_ file: FileHandle, secret: BackupSecret) throws {
        self.file = file
        guard let head = try file.read(upToCount: 4_096), let end = head.firstIndex(of: 0x0A),
            // Absent is nil: reported as a wrong key or a damaged backup.
            let header = try? JSONDecoder().decode(BackupHeader.self, from: head[..<end]),
            header.kind == BackupHeader.magic
        else { throw BackupError(.unreadable, message: "the file is not a backup of a hub") }
        guard header.format == 1 else {
            throw BackupError(.unreadable, message: "a newer version made this backup: install that version")
        }
        frames = BackupFrames(key: try header.key(secret), header: Data(head[...end]))
        try file.seek(toOffset: UInt64(end + 1))
        next = try Self.frame(file)
    }

    private static func frame(_ file: FileHandle) throws -> Data {
        var bytes = Data()
        while bytes.count < BackupFrames.size + 16,
            let more = try file.read(upToCount: BackupFrames.size + 16 - bytes.count), !more.isEmpty
        { bytes.append(more) }
        return bytes
    }

    /// Reads at most `count` bytes; none at the end.
    mutating func read(_ count: Int) throws -> Data {
        while open.isEmpty, !next.isEmpty {
            let frame = next
            next = try Self.frame(file)
            open = try frames.open(frame, isLast: next.isEmpty)
        }
        let bytes = Data(open.prefix(count))
        open = Data(open.dropFirst(bytes.count))
        return bytes
    }

    /// Reads exactly `count` bytes.
    mutating func readAll(_ count: Int) throws -> Data {
        var bytes = Data()
        while bytes.count < count {
            let more = try read(count - bytes.count)
            guard !more.isEmpty else { throw BackupFrames.damaged }
            bytes.append(more)
        }
        return bytes
    }
}

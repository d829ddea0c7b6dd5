package import DeviceCodecs

/// What a recording does on the link, written by a person: one step a line, `#` begins a comment.
package struct CaptureScript: Hashable, Sendable {
    /// A step.
    package enum Step: Hashable, Sendable {
        /// `read 2A19`
        case read(BluetoothUUID)
        /// `subscribe FFF1`
        case subscribe(BluetoothUUID)
        /// `write FFF2 01 00`
        case write(AllowedWrite)
        /// `wait 5`, in seconds.
        case wait(Int)
    }

    /// The most steps.
    static let most = 500
    /// The longest pause in seconds.
    static let longestWait = 600

    /// The steps in order.
    package let steps: [Step]

    /// Reads a script.
    ///
    /// - Throws: `CodecError` `invalid` with the number of the wrong line, or `oversized`.
    package init(_ text: String) throws(CodecError) {
        var steps: [Step] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard !words.isEmpty else { continue }
            guard let step = Self.step(words) else {
                let forms = "read 2A19, subscribe FFF1, write FFF2 01 00, or wait 5"
                throw CodecError(.invalid, message: "line \(index + 1) of the script is not a step: write \(forms)")
            }
            steps.append(step)
        }
        guard steps.count <= Self.most else {
            throw CodecError(.oversized, message: "a script has at most \(Self.most) steps")
        }
        self.steps = steps
    }

    /// The steps' writes.
    package var writes: [AllowedWrite] {
        steps.compactMap { if case .write(let write) = $0 { write } else { nil } }
    }

    /// Refuses a script that writes what is not allowed in the same bytes to the same characteristic.
    ///
    /// - Throws: `CodecError` `invalid`, with the option that allows the first such write.
    package func check(allowed: [AllowedWrite]) throws(CodecError) {
        guard let refused = writes.first(where: { !allowed.contains($0) }) else { return }
        throw CodecError(
            .invalid,
            message: "the script writes to the device; if you know what these bytes do, add --allow \(refused)"
        )
    }

    private static func step(_ words: [String]) -> Step? {
        guard words.count >= 2 else { return nil }
        let uuid = BluetoothUUID(words[1])
        switch (words[0].lowercased(), words.count) {
        case ("read", 2): return uuid.map { .read($0) }
        case ("subscribe", 2): return uuid.map { .subscribe($0) }
        case ("wait", 2): return Int(words[1]).flatMap { (1...longestWait).contains($0) ? .wait($0) : nil }
        case ("write", 3...): return AllowedWrite("\(words[1])=\(words.dropFirst(2).joined())").map { .write($0) }
        default: return nil
        }
    }
}

/// A write that a person allows: these bytes to this characteristic, and no others.
package struct AllowedWrite: Hashable, Sendable, CustomStringConvertible {
    /// The characteristic.
    package let characteristic: BluetoothUUID
    /// The bytes.
    package let bytes: [UInt8]

    /// Reads `FFF2=0100`; nil for another form, or for no bytes.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let characteristic = BluetoothUUID(parts[0]) else { return nil }
        // Absent is nil: text that is not in hexadecimal digits is not a write.
        guard let bytes = try? CharacteristicDecoder.bytes(hex: parts[1]), !bytes.isEmpty else { return nil }
        self.characteristic = characteristic
        self.bytes = bytes
    }

    /// The form that ``init(_:)`` reads.
    package var description: String {
        "\(characteristic.assigned ?? characteristic.description)=\(Hexadecimal.digits(bytes))"
    }

    /// The known protocols in which such bytes destroy something on a device, with the effect.
    package var dangers: [String] {
        DriverTable.families.flatMap { family in
            family.neverSends.filter(isIn).map { "in the protocol \(family.name) this \($0.effect)" }
        }
    }

    private func isIn(_ never: NeverSent) -> Bool {
        never.bytes.count <= bytes.count && zip(never.bytes, bytes).allSatisfy { $0 == nil || $0 == $1 }
    }
}

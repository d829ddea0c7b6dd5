internal import DeviceCodecs

/// Replaces what identifies a person's device: its address, serial numbers and system id, in names, values and adverts.
///
/// Lengths stay, so that frames keep their layout; a checksum over replaced bytes no longer fits.
package struct CaptureRedaction: Sendable {
    /// The address that every redacted capture has.
    package static let standIn = "02:00:00:00:00:01"

    private static let serialNumber = BluetoothUUID(0x2A25)
    private static let systemID = BluetoothUUID(0x2A23)
    private static let deviceName = BluetoothUUID(0x2A00)

    private var patterns: [BytePattern] = []
    private var kinds: Set<String> = []
    private let tails: [String]

    /// The capture without what identifies the device.
    package static func redact(_ capture: Capture) -> Capture {
        var redaction = CaptureRedaction(capture)
        return redaction.applied(to: capture)
    }

    private init(_ capture: Capture) {
        let digits = capture.device.address.filter { $0 != ":" }.lowercased()
        tails = [digits, String(digits.suffix(6)), String(digits.suffix(4))].filter { $0.count >= 4 }
        if let address = Hexadecimal.bytes(digits), address.count == 6, let other = Self.standInBytes {
            patterns += Self.address(address, standIn: other)
        }
        for case let (uuid?, value?) in capture.events.map({ ($0.characteristic, $0.value) })
        where uuid == Self.serialNumber {
            let text = value.filter(Self.isAlphanumeric)
            guard text.count >= 4 else { continue }
            patterns.append(
                BytePattern(text, with: [UInt8](repeating: Self.zero, count: text.count), kind: "serial number")
            )
        }
        let names = [capture.device.name] + capture.events.map(\.advert?.name)
        for name in Set(names.compactMap(\.self)) {
            for run in Self.serials(name) where run.count >= 6 {
                let zeros = [UInt8](repeating: Self.zero, count: run.count)
                patterns.append(BytePattern(Array(run.utf8), with: zeros, kind: "name"))
            }
        }
    }

    private mutating func applied(to capture: Capture) -> Capture {
        var result = capture
        result.device.address = Self.standIn
        kinds.insert("address")
        result.device.name = capture.device.name.map { name($0) }
        for index in result.events.indices { redact(&result.events[index]) }
        result.redacted = kinds.sorted()
        return result
    }

    private mutating func redact(_ event: inout CapturedEvent) {
        if let value = event.value { event.bytes = Hexadecimal.digits(bytes(value, of: event.characteristic)) }
        guard var advert = event.advert else { return }
        advert.name = advert.name.map { name($0) }
        advert.manufacturerData = advert.manufacturerData.mapValues { digits($0) }
        advert.serviceData = advert.serviceData.mapValues { digits($0) }
        event.advert = advert
    }

    private mutating func digits(_ text: String) -> String {
        Hexadecimal.bytes(text).map { Hexadecimal.digits(bytes($0, of: nil)) } ?? text
    }

    private mutating func bytes(_ value: [UInt8], of characteristic: BluetoothUUID?) -> [UInt8] {
        switch characteristic {
        case Self.serialNumber?:
            kinds.insert("serial number")
            return value.map { Self.isAlphanumeric($0) ? Self.zero : 0 }
        case Self.systemID?:
            kinds.insert("system id")
            return [UInt8](repeating: 0, count: value.count)
        case Self.deviceName?: return Array(name(String(decoding: value, as: UTF8.self)).utf8)
        default: break
        }
        var result = value
        for pattern in patterns where pattern.replace(in: &result) { kinds.insert(pattern.kind) }
        return result
    }

    /// A name without the device's address or its end, and without serial digits.
    private mutating func name(_ text: String) -> String {
        var result = Self.withoutAddress(text)
        for tail in tails where result.lowercased().hasSuffix(tail) {
            result = result.dropLast(tail.count) + String(repeating: "0", count: tail.count)
            break
        }
        for run in Self.serials(result) {
            // The last one: a model's digits come first.
            guard let range = Self.lastRange(of: run, in: result) else { continue }
            result.replaceSubrange(range, with: String(repeating: "0", count: run.count))
        }
        if result != text { kinds.insert("name") }
        return result
    }
}

extension CaptureRedaction {
    private static let zero = UInt8(ascii: "0")

    private static var standInBytes: [UInt8]? { Hexadecimal.bytes(standIn.filter { $0 != ":" }) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        Character(UnicodeScalar(byte)).isASCII
            && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
    }

    /// An address as adverts and frames hold it: both orders, and its digits as text.
    private static func address(_ address: [UInt8], standIn: [UInt8]) -> [BytePattern] {
        let (text, other) = (Hexadecimal.digits(address), Hexadecimal.digits(standIn))
        let texts = [(text, other), (text.uppercased(), other.uppercased())].map {
            BytePattern(Array($0.0.utf8), with: Array($0.1.utf8), kind: "address")
        }
        return [
            BytePattern(address, with: standIn, kind: "address"),
            BytePattern(address.reversed(), with: standIn.reversed(), kind: "address"),
        ] + texts
    }

    /// A name whose last twelve hexadecimal digits, an address that may not be the present one, are zeros.
    private static func withoutAddress(_ name: String) -> String {
        let tail = name.suffix(12)
        guard tail.count == 12, tail.allSatisfy({ $0.isASCII && $0.isHexDigit }), tail.contains(where: isDigit) else {
            return name
        }
        return name.dropLast(12) + String(repeating: "0", count: 12)
    }

    /// The digits of a name that are a serial number: six or more in a row, or a word of four or more.
    ///
    /// A model stays: six digits at the start (Medisana's 013197), or eight after Omron's `BLESmart_`.
    static func serials(_ name: String) -> [String] {
        let rest = name.hasPrefix(omron) ? name.dropFirst(omron.count + 8) : name[...]
        let words = rest.split { " _+#".contains($0) }.dropFirst().map(String.init)
        var found = words.filter { $0.count >= 4 && $0.allSatisfy(isDigit) }
        let runs = rest.split { !isDigit($0) }.map { run in
            run.startIndex == name.startIndex ? String(run.dropFirst(6)) : run.count >= 6 ? String(run) : ""
        }
        found += runs.filter { !$0.isEmpty && !found.contains($0) }
        return found.filter { $0.contains { $0 != "0" } }
    }

    private static let omron = "BLESmart_"

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func lastRange(of part: String, in text: String) -> Range<String.Index>? {
        var end = text.endIndex
        while let start = text.index(end, offsetBy: -part.count, limitedBy: text.startIndex) {
            if text[start..<end] == part { return start..<end }
            guard end > text.startIndex else { return nil }
            end = text.index(before: end)
        }
        return nil
    }
}

/// Bytes that are replaced wherever they appear.
private struct BytePattern: Sendable {
    let kind: String
    private let bytes: [UInt8]
    private let replacement: [UInt8]

    init(_ bytes: [UInt8], with replacement: [UInt8], kind: String) {
        (self.bytes, self.replacement, self.kind) = (bytes, replacement, kind)
    }

    /// Replaces every occurrence; whether there was one.
    func replace(in value: inout [UInt8]) -> Bool {
        guard !bytes.isEmpty, value.count >= bytes.count else { return false }
        var isFound = false
        for start in 0...(value.count - bytes.count) where value[start..<(start + bytes.count)].elementsEqual(bytes) {
            value.replaceSubrange(start..<(start + bytes.count), with: replacement)
            isFound = true
        }
        return isFound
    }
}

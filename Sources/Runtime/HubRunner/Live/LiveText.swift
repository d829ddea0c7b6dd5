internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The live table's texts.
enum LiveText {
    /// Cuts a text, and escapes it, because foreign text must not move the cursor.
    static func cut(_ text: String, columns: Int) -> String {
        let plain = plain(text)
        return plain.count <= columns ? plain : String(plain.prefix(columns - 1)) + "…"
    }

    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }

    /// Wraps a text between its words, and within words that are longer than a line.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in plain(text).split(separator: " ") {
            var word = word
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = "  "
            }
            while line.count + word.count + 1 > columns {
                let head = word.prefix(max(1, columns - line.count - 1))
                lines.append(line + head)
                word = word.dropFirst(head.count)
                line = "  "
            }
            line += line.isEmpty || line == "  " ? word : " \(word)"
        }
        return line.allSatisfy { $0 == " " } ? lines : lines + [line]
    }

    /// An interval as text in seconds.
    static func spent(_ interval: TimeInterval) -> String {
        Seconds.text(.milliseconds(Int64(clamping: max(0, min(interval, 1e9)) * 1000)))
    }

    /// A time in the syntax of commands, rounded down to whole seconds.
    static func utc(_ date: Date) -> String { "\(WireJSON.timeText(date).prefix(19))Z" }

    /// The name of a reading's source: the maker's and model's name, else the catalogue's.
    static func name(_ source: RecordSource) -> String? {
        if let model = source.model, !model.isEmpty {
            return [source.manufacturer, model].compactMap(\.self).joined(separator: " ")
        }
        switch source.kind {
        case .manual: return "typed"
        // Meters with a display have another catalogue than those with a radio.
        case .ocr: return "display"
        default: return source.peripheralID.map { name(peripheral: $0) }
        }
    }

    /// A peripheral's name in the catalogue.
    static func name(peripheral id: Int) -> String {
        PeripheralCatalogue.standard.peripheral(id: id)?.name ?? "peripheral \(id)"
    }

    /// The first characters of a device's id, which distinguish it from others.
    static func short(_ device: DeviceID) -> String { String(device.description.prefix(8)) }

    /// Hours, minutes and seconds in a zone.
    static func time(_ date: Date, in zone: TimeZone) -> String {
        let seconds = Int(clamping: date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        let inDay = ((seconds % 86_400) + 86_400) % 86_400
        return [inDay / 3600, inDay / 60 % 60, inDay % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}

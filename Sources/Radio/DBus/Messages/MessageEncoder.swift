internal import CDBus

/// Builds libdbus messages from Swift values.
enum MessageEncoder {
    private typealias Iterator = UnsafeMutablePointer<DBusMessageIter>

    /// Makes a message, which the caller releases with `dbus_message_unref`.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument`, `tooLarge` or `outOfMemory`.
    static func encode(_ outgoing: OutgoingMessage) throws(DBusError) -> OpaquePointer {
        try outgoing.check()
        guard let message = dbus_message_new(outgoing.kind.rawValue) else { throw outOfMemory }
        do {
            try setHeader(of: message, outgoing: outgoing)
            var iterator = DBusMessageIter()
            dbus_message_iter_init_append(message, &iterator)
            for value in outgoing.body { try append(value, from: &iterator) }
            return message
        } catch {
            dbus_message_unref(message)
            throw error
        }
    }

    private static func setHeader(of message: OpaquePointer, outgoing: OutgoingMessage) throws(DBusError) {
        dbus_message_set_no_reply(message, outgoing.expectsReply ? 0 : 1)
        var done = true
        if let destination = outgoing.destination {
            done = done && dbus_message_set_destination(message, destination) != 0
        }
        if let path = outgoing.path { done = done && dbus_message_set_path(message, path.string) != 0 }
        if let interface = outgoing.interface { done = done && dbus_message_set_interface(message, interface) != 0 }
        if let member = outgoing.member { done = done && dbus_message_set_member(message, member) != 0 }
        if let name = outgoing.errorName { done = done && dbus_message_set_error_name(message, name) != 0 }
        if outgoing.replySerial != 0 {
            done = done && dbus_message_set_reply_serial(message, outgoing.replySerial) != 0
        }
        guard done else { throw outOfMemory }
    }

    private static func append(_ value: DBusValue, from iterator: Iterator) throws(DBusError) {
        switch value {
        case .byte(let number): try basic(value, number: number, from: iterator)
        case .boolean(let flag): try basic(value, number: dbus_bool_t(flag ? 1 : 0), from: iterator)
        case .int16(let number): try basic(value, number: number, from: iterator)
        case .uint16(let number): try basic(value, number: number, from: iterator)
        case .int32(let number): try basic(value, number: number, from: iterator)
        case .uint32(let number): try basic(value, number: number, from: iterator)
        case .int64(let number): try basic(value, number: number, from: iterator)
        case .uint64(let number): try basic(value, number: number, from: iterator)
        case .double(let number): try basic(value, number: number, from: iterator)
        case .string(let text): try self.text(value, text: text, from: iterator)
        case .objectPath(let path): try text(value, text: path.string, from: iterator)
        case .signature(let signature): try text(value, text: signature.description, from: iterator)
        case .variant(let inner):
            try container(value, contents: inner.type.signature, from: iterator) { sub throws(DBusError) in
                try append(inner, from: sub)
            }
        case .bytes(let bytes): try append(bytes, from: iterator)
        case .array(let elements, of: let element):
            try container(value, contents: element.signature, from: iterator) { sub throws(DBusError) in
                for item in elements { try append(item, from: sub) }
            }
        case .structure(let fields):
            try container(value, contents: nil, from: iterator) { sub throws(DBusError) in
                for field in fields { try append(field, from: sub) }
            }
        case .dictionary(let dictionary): try append(dictionary, as: value, from: iterator)
        }
    }

    private static func append(_ dictionary: DBusDictionary, as value: DBusValue, from iterator: Iterator)
        throws(DBusError)
    {
        // "a{sv}" without its "a" is the type of an entry.
        let entryType = String(value.type.signature.dropFirst())
        try container(value, contents: entryType, from: iterator) { entries throws(DBusError) in
            for entry in dictionary.entries {
                try container(code: Int32(UInt8(ascii: "e")), contents: nil, from: entries) { sub throws(DBusError) in
                    try append(entry.key, from: sub)
                    try append(entry.value, from: sub)
                }
            }
        }
    }

    private static func append(_ bytes: [UInt8], from iterator: Iterator) throws(DBusError) {
        try container(.bytes(bytes), contents: "y", from: iterator) { sub throws(DBusError) in
            guard !bytes.isEmpty else { return }
            let done = bytes.withUnsafeBufferPointer { vb_iter_append_bytes(sub, $0.baseAddress, Int32($0.count)) }
            guard done != 0 else { throw outOfMemory }
        }
    }

    private static func basic<Number>(_ value: DBusValue, number: Number, from iterator: Iterator) throws(DBusError) {
        let done = withUnsafePointer(to: number) {
            dbus_message_iter_append_basic(iterator, Int32(value.type.code), $0)
        }
        guard done != 0 else { throw outOfMemory }
    }

    private static func text(_ value: DBusValue, text: String, from iterator: Iterator) throws(DBusError) {
        guard vb_iter_append_string(iterator, Int32(value.type.code), text) != 0 else { throw outOfMemory }
    }

    private static func container(
        _ value: DBusValue,
        contents: String?,
        from iterator: Iterator,
        _ body: (Iterator) throws(DBusError) -> Void
    ) throws(DBusError) {
        try container(code: Int32(value.type.code), contents: contents, from: iterator, body)
    }

    private static func container(
        code: Int32,
        contents: String?,
        from iterator: Iterator,
        _ body: (Iterator) throws(DBusError) -> Void
    ) throws(DBusError) {
        // On the heap, because its address must stay the same across several libdbus calls.
        let sub = Iterator.allocate(capacity: 1)
        sub.initialize(to: DBusMessageIter())
        defer { sub.deallocate() }
        guard dbus_message_iter_open_container(iterator, code, contents, sub) != 0 else { throw outOfMemory }
        do {
            try body(sub)
        } catch {
            dbus_message_iter_abandon_container(iterator, sub)
            throw error
        }
        guard dbus_message_iter_close_container(iterator, sub) != 0 else { throw outOfMemory }
    }

    private static var outOfMemory: DBusError {
        DBusError(code: .outOfMemory, message: "Not enough memory for the message.")
    }
}

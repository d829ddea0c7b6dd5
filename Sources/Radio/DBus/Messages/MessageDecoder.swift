internal import CDBus

/// Copies libdbus messages into Swift values; libdbus has already checked names, texts, sizes and depths.
enum MessageDecoder {
    private typealias Iterator = UnsafeMutablePointer<DBusMessageIter>

    /// Copies a message; nil if the protocol does not define its type.
    static func decode(_ message: OpaquePointer, ordinal: UInt64) -> IncomingMessage? {
        guard let kind = MessageKind(rawValue: dbus_message_get_type(message)) else { return nil }
        return IncomingMessage(
            kind: kind,
            ordinal: ordinal,
            serial: dbus_message_get_serial(message),
            replySerial: dbus_message_get_reply_serial(message),
            expectsReply: dbus_message_get_no_reply(message) == 0,
            sender: dbus_message_get_sender(message).map { String(cString: $0) },
            path: dbus_message_get_path(message).map { DBusObjectPath(String(cString: $0)) },
            interface: dbus_message_get_interface(message).map { String(cString: $0) },
            member: dbus_message_get_member(message).map { String(cString: $0) },
            errorName: dbus_message_get_error_name(message).map { String(cString: $0) },
            body: Result { () throws(DBusError) in try body(of: message) }
        )
    }

    private static func body(of message: OpaquePointer) throws(DBusError) -> [DBusValue] {
        guard let text = dbus_message_get_signature(message) else { return [] }
        let signature = try DBusSignature(String(cString: text))
        guard !signature.types.isEmpty else { return [] }
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        var values: [DBusValue] = []
        for type in signature.types {
            values.append(try value(of: type, from: &iterator, depth: 0))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private static func value(of type: DBusType, from iterator: Iterator, depth: Int) throws(DBusError) -> DBusValue {
        guard depth <= DBusLimits.valueDepth else {
            throw DBusError(code: .tooLarge, message: "A received value is nested too deeply.")
        }
        switch type {
        case .byte: return .byte(basic(iterator, zero: 0))
        case .boolean: return .boolean(basic(iterator, zero: dbus_bool_t(0)) != 0)
        case .int16: return .int16(basic(iterator, zero: 0))
        case .uint16: return .uint16(basic(iterator, zero: 0))
        case .int32: return .int32(basic(iterator, zero: 0))
        case .uint32: return .uint32(basic(iterator, zero: 0))
        case .int64: return .int64(basic(iterator, zero: 0))
        case .uint64: return .uint64(basic(iterator, zero: 0))
        case .double: return .double(basic(iterator, zero: 0))
        case .string: return .string(text(iterator))
        case .objectPath: return .objectPath(DBusObjectPath(text(iterator)))
        case .signature: return .signature(try DBusSignature(text(iterator)))
        case .variant: return .variant(try variant(iterator, depth: depth + 1))
        case .array(.byte): return .bytes(bytes(iterator))
        case .array(let element):
            return .array(try items(of: element, from: iterator, depth: depth + 1), of: element)
        case .structure(let fields): return .structure(try structure(fields, from: iterator, depth: depth + 1))
        case .dictionary(let key, let element):
            return .dictionary(try dictionary(key, element: element, from: iterator, depth: depth + 1))
        }
    }

    private static func variant(_ iterator: Iterator, depth: Int) throws(DBusError) -> DBusValue {
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(iterator, &sub)
        guard let text = dbus_message_iter_get_signature(&sub) else {
            throw DBusError(code: .outOfMemory, message: "Not enough memory for a signature.")
        }
        defer { dbus_free(text) }
        guard let type = try DBusSignature(String(cString: text)).types.first else {
            throw DBusError(code: .malformed, message: "A variant has no value.")
        }
        return try value(of: type, from: &sub, depth: depth)
    }

    private static func items(of type: DBusType, from iterator: Iterator, depth: Int) throws(DBusError) -> [DBusValue] {
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(iterator, &sub)
        var values: [DBusValue] = []
        while dbus_message_iter_get_arg_type(&sub) != 0 {
            values.append(try value(of: type, from: &sub, depth: depth))
            dbus_message_iter_next(&sub)
        }
        return values
    }

    private static func structure(_ types: [DBusType], from iterator: Iterator, depth: Int) throws(DBusError)
        -> [DBusValue]
    {
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(iterator, &sub)
        var values: [DBusValue] = []
        for type in types {
            values.append(try value(of: type, from: &sub, depth: depth))
            dbus_message_iter_next(&sub)
        }
        return values
    }

    private static func dictionary(
        _ key: DBusType,
        element: DBusType,
        from iterator: Iterator,
        depth: Int
    ) throws(DBusError) -> DBusDictionary {
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(iterator, &sub)
        var entries: [DBusDictionaryEntry] = []
        while dbus_message_iter_get_arg_type(&sub) != 0 {
            let pair = try structure([key, element], from: &sub, depth: depth + 1)
            entries.append(DBusDictionaryEntry(key: pair[0], value: pair[1]))
            dbus_message_iter_next(&sub)
        }
        return DBusDictionary(keyType: key, valueType: element, entries: entries)
    }

    private static func basic<Number>(_ iterator: Iterator, zero: Number) -> Number {
        var number = zero
        withUnsafeMutablePointer(to: &number) { dbus_message_iter_get_basic(iterator, $0) }
        return number
    }

    private static func text(_ iterator: Iterator) -> String {
        vb_iter_get_string(iterator).map { String(cString: $0) } ?? ""
    }

    private static func bytes(_ iterator: Iterator) -> [UInt8] {
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(iterator, &sub)
        var count: Int32 = 0
        guard let start = vb_iter_get_bytes(&sub, &count), count > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}

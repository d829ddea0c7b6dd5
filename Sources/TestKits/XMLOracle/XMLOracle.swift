internal import CLibXML2

/// Parses XML with libxml2, as a reference for the project's own scanner.
///
/// It loads nothing external and expands no entity declared in the document. Only tests use it; no program links it.
package enum XMLOracle {
    /// Collects the results of the parser callbacks.
    private final class Found {
        var pieces: [XMLPiece] = []
    }

    /// Parses a document.
    ///
    /// - Parameter bytes: The whole document.
    /// - Throws: ``XMLOracleError`` for one that is not well-formed.
    package static func pieces(_ bytes: [UInt8]) throws(XMLOracleError) -> [XMLPiece] {
        let found = Found()
        var handler = xmlSAXHandler()
        // Not XML_SAX2_MAGIC, so that names include prefixes and attributes come as pairs.
        handler.initialized = 1
        handler.startElement = { context, name, attributes in
            guard let context, let name else { return }
            let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            found.pieces.append(.start(String(cString: name), XMLOracle.list(attributes)))
        }
        handler.endElement = { context, name in
            guard let context, let name else { return }
            Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().pieces.append(.end(String(cString: name)))
        }
        let failure = withExtendedLifetime(found) {
            parse(bytes, handler: &handler, in: Unmanaged.passUnretained(found).toOpaque())
        }
        if let failure { throw failure }
        return found.pieces
    }

    private static func parse(
        _ bytes: [UInt8],
        handler: inout xmlSAXHandler,
        in context: UnsafeMutableRawPointer
    ) -> XMLOracleError? {
        guard let parser = xmlCreatePushParserCtxt(&handler, context, nil, 0, nil) else {
            return XMLOracleError(code: 0, line: 0, message: "libxml2 has no memory")
        }
        defer { xmlFreeParserCtxt(parser) }
        // Without NOENT the entity of an ampersand stays unexpanded. This parser never learns the document's own
        // entities.
        xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue))
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                let count = min(1 << 20, buffer.count - start)
                let base = buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                xmlParseChunk(parser, base, Int32(count), 0)
                start += count
            }
        }
        xmlParseChunk(parser, nil, 0, 1)
        guard parser.pointee.wellFormed == 0 else { return nil }
        let error = parser.pointee.lastError
        let message = error.message.map { String(cString: $0) } ?? "it is not well-formed"
        return XMLOracleError(code: error.code, line: Int(error.line), message: message)
    }

    private static func list(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [XMLAttribute] {
        guard let attributes else { return [] }
        var found: [XMLAttribute] = []
        var index = 0
        while let name = attributes[index] {
            let value = attributes[index + 1].map { String(cString: $0) } ?? ""
            found.append(XMLAttribute(String(cString: name), value: value))
            index += 2
        }
        return found
    }
}

/// A piece of a parsed document.
package enum XMLPiece: Hashable, Sendable {
    /// A start tag: the name, and the attributes in order with their decoded values.
    case start(String, [XMLAttribute])
    /// An end tag, or the end of an empty element.
    case end(String)
}

/// An attribute of an element.
package struct XMLAttribute: Hashable, Sendable {
    /// The name, including its prefix.
    package let name: String
    /// The value, with entities decoded.
    package var value: String

    /// Creates an attribute.
    package init(_ name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The error of libxml2 for a document.
package struct XMLOracleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number of libxml2.
    package let code: Int32
    /// The line number.
    package let line: Int
    /// The message of libxml2.
    package let message: String
    /// False: the same document fails again.
    package var isRetriable: Bool { false }
    /// The line number and the message.
    package var description: String { "line \(line): \(message)" }
}

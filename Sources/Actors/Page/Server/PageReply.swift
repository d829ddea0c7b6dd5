internal import ActorRuntime
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import Passwords

/// The page's responses and cookies.
enum PageReply {
    /// The name of the session's cookie.
    static let cookie = "vitalbus"
    /// The name of a tablet's cookie.
    static let kioskCookie = "vitalbus-kiosk"
    /// The longest time that browsers keep a cookie, in seconds: 400 days (RFC 6265bis).
    private static let kioskTerm = 400 * 86_400

    static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireJSON.encode(value)))
        )
    }

    /// A redirect to a path of the page.
    static func redirect(to path: String, way: PageWay) -> Response {
        .redirect(to: way.base.path(path), type: .normal)
    }

    /// The cookie of a room's tablet.
    static func kiosk(_ token: String, way: PageWay) -> Cookie {
        cookie(kioskCookie, value: token, way: way, age: kioskTerm)
    }

    /// The cookie of the chosen language, which a link from another site may bring, too.
    static func language(_ code: String, way: PageWay) -> Cookie {
        cookie("lang", value: code, way: way, age: 31_536_000, sameSite: .lax)
    }

    /// A redirect with the session's cookie, which scripts cannot read and other sites cannot send.
    static func entered(_ entered: PageSessions.Entered, way: PageWay, to path: String = "/") -> Response {
        var response = redirect(to: path, way: way)
        give(&response, entered: entered, way: way)
        return response
    }
}

extension PageReply {
    /// Adds the session's cookie to a response.
    static func give(_ response: inout Response, entered: PageSessions.Entered, way: PageWay) {
        response.setCookie(cookie(cookie, value: entered.cookie, way: way))
    }

    /// A cookie for the page alone, not for what else its host serves.
    ///
    /// - Parameter age: Seconds; nil until the browser closes.
    private static func cookie(
        _ name: String,
        value: String,
        way: PageWay,
        age: Int? = nil,
        sameSite: Cookie.SameSite = .strict
    ) -> Cookie {
        Cookie(
            name: name,
            value: value,
            maxAge: age,
            path: way.base.path("/"),
            secure: way.isSecure,
            httpOnly: true,
            sameSite: sameSite
        )
    }
}

/// The fields of a form.
struct PageForm: Sendable {
    /// The largest form, in bytes.
    private static let limit = 65_536

    private let fields: [String: [String]]

    /// Reads the form of a logged-in user.
    ///
    /// - Throws: ``PageError`` `forbidden` for a form that another site's page sent.
    init(_ request: Request, session: PageSession) async throws {
        try await self.init(request)
        guard ConstantTime.isEqual(self["csrf"] ?? "", to: session.csrf) else {
            throw PageError(.forbidden, text: "error.form")
        }
    }

    /// Reads a form.
    ///
    /// - Throws: ``PageError`` `tooLarge`, `malformed`.
    init(_ request: Request) async throws {
        var request = request
        let buffer: ByteBuffer
        do {
            buffer = try await request.collectBody(upTo: Self.limit)
        } catch {
            throw PageError(.tooLarge, text: "error.large")
        }
        fields = try Self.fields(String(buffer: buffer))
    }

    /// Reads a form's text.
    ///
    /// - Throws: ``PageError`` `malformed`.
    init(text: String) throws { fields = try Self.fields(text) }

    /// Parses the fields of a URL-encoded form.
    static func fields(_ text: String) throws -> [String: [String]] {
        var fields: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").unescaped
            }
            guard let name = halves.first ?? nil, let value = halves.count == 2 ? halves[1] : "" else {
                throw PageError(.malformed, text: "error.form")
            }
            fields[name, default: []].append(value)
        }
        return fields
    }

    /// A field's trimmed text; nil if it is missing or empty.
    subscript(_ name: String) -> String? {
        guard let text = fields[name]?.first?.trimmingCharacters(), !text.isEmpty else { return nil }
        return text
    }

    /// All values of a field with multiple selections.
    func all(_ name: String) -> [String] { (fields[name] ?? []).filter { !$0.isEmpty } }

    /// A field as typed, untrimmed, because passwords may contain spaces.
    func raw(_ name: String) -> String { fields[name]?.first ?? "" }

    /// A required field.
    ///
    /// - Throws: ``PageError`` `malformed`.
    func needed(_ name: String) throws -> String {
        guard let text = self[name] else { throw PageError(.malformed, text: "error.field", parts: ["field": name]) }
        return text
    }

    /// The fields whose names begin with a prefix, by the rest of the name.
    func beginning(_ prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for name in fields.keys where name.hasPrefix(prefix) {
            found[String(name.dropFirst(prefix.count))] = self[name]
        }
        return found
    }
}

extension StringProtocol {
    /// The text without spaces at either end.
    fileprivate func trimmingCharacters() -> String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}

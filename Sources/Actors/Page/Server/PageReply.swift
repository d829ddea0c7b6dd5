internal import ActorRuntime
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import Passwords

/// Answers of the page.
enum PageReply {
    /// The session's cookie.
    static let cookie = "vitalbus"
    /// The cookie of a room's tablet.
    static let kioskCookie = "vitalbus-kiosk"
    /// The longest that browsers keep a cookie, in seconds: 400 days (RFC 6265bis).
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

    /// The cookie that a room's tablet keeps.
    static func kiosk(_ token: String, isSecure: Bool) -> Cookie {
        Cookie(
            name: kioskCookie,
            value: token,
            maxAge: kioskTerm,
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: .strict
        )
    }

    /// A redirection with the session's cookie, which no script reads and no other page sends.
    static func entered(_ entered: PageSessions.Entered, isSecure: Bool, to path: String = "/") -> Response {
        var response = Response.redirect(to: path, type: .normal)
        give(&response, entered: entered, isSecure: isSecure)
        return response
    }
}

extension PageReply {
    /// Gives a browser its cookie.
    static func give(_ response: inout Response, entered: PageSessions.Entered, isSecure: Bool) {
        response.setCookie(
            Cookie(
                name: cookie,
                value: entered.cookie,
                path: "/",
                secure: isSecure,
                httpOnly: true,
                sameSite: .strict
            )
        )
    }
}

/// The fields of a form of this page.
struct PageForm: Sendable {
    /// The most bytes of a form.
    private static let limit = 65_536

    private let fields: [String: [String]]

    /// Reads a form of who is logged in.
    ///
    /// - Throws: ``PageError`` `forbidden` for one that this page did not make.
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

    /// The fields of a text, as browsers send forms.
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

    /// A field's text without spaces around it; nil where it is missing or empty.
    subscript(_ name: String) -> String? {
        guard let text = fields[name]?.first?.trimmingCharacters(), !text.isEmpty else { return nil }
        return text
    }

    /// All that was chosen of a list.
    func all(_ name: String) -> [String] { (fields[name] ?? []).filter { !$0.isEmpty } }

    /// A field as it was typed: passwords have spaces.
    func raw(_ name: String) -> String { fields[name]?.first ?? "" }

    /// A field that has to be there.
    ///
    /// - Throws: ``PageError`` `malformed`.
    func needed(_ name: String) throws -> String {
        guard let text = self[name] else { throw PageError(.malformed, text: "error.field", parts: ["field": name]) }
        return text
    }

    /// The fields whose names begin so, without the beginning.
    func beginning(_ prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for name in fields.keys where name.hasPrefix(prefix) {
            found[String(name.dropFirst(prefix.count))] = self[name]
        }
        return found
    }
}

extension StringProtocol {
    /// Without spaces at both ends.
    fileprivate func trimmingCharacters() -> String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}

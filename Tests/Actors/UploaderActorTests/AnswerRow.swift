import Testing

/// One answer of a server and the outcome that it must give.
struct AnswerRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// The fault in the format of the Python server in this folder.
    let fault: String
    let result: String
    /// The error's code; nil for any code.
    var code: String?
    var possiblySent = false

    var testDescription: String { name }

    /// A status with a body.
    private static func answer(
        _ status: Int,
        _ body: String,
        _ name: String,
        _ result: String,
        code: String? = nil,
        possiblySent: Bool = false
    ) -> AnswerRow {
        let quoted = body.replacing("\"", with: "\\\"")
        return AnswerRow(
            name: "\(status) \(name)",
            fault: #"[{"status": \#(status), "body": "\#(quoted)"}]"#,
            result: result,
            code: code ?? (result == "done" ? nil : "http\(status)"),
            possiblySent: possiblySent
        )
    }

    private static let api = #"{"errors": ["no"]}"#
    private static let page = "<html>Log in</html>"

    /// The table in `Sources/Records/DeliveryRules/README.md`, row by row; `AnswerTable` has the details that the rows
    /// leave open.
    static let all: [AnswerRow] = accepted + credentials + refused + foreign + hostile + transient

    private static let accepted = [
        answer(201, #"{"id": "s-1"}"#, "with an id", "done"),
        answer(200, #"{"data": {"id": "s-1"}}"#, "with an id in an envelope", "done"),
        answer(201, #"{"id": "\#(String(repeating: "x", count: 256))"}"#, "with the longest id", "done"),
        answer(409, #"{"errors": {"log_id": ["has already been taken"]}}"#, "for the same log id", "done"),
    ]

    private static let credentials = [
        answer(401, #"{"errors": ["Token is not authorized"]}"#, "of the API", "unauthorized", code: "unauthorized"),
        answer(
            403,
            #"{"message": "Invalid authentication credentials"}"#,
            "for bad credentials",
            "unauthorized",
            code: "unauthorized"
        ),
        answer(401, page, "of a proxy", "paused"),
        answer(403, api, "for something else", "paused"),
    ]

    private static let refused =
        [400, 406, 413, 415, 422].map { answer($0, api, "in the API's words", "failed") }
        + [answer(409, #"{"errors": ["another record is there"]}"#, "for another log id", "failed")]
        + [400, 406, 409, 413, 415, 422].map { answer($0, page, "of somebody else", "paused") }

    private static let foreign = [
        answer(402, api, "any other 4xx", "paused"),
        answer(404, #"{"errors": ["not found"]}"#, "of the API: a wrong path", "paused"),
        answer(405, "", "with an empty body", "paused"),
        answer(201, #"{"status": "ok"}"#, "without an id", "paused", possiblySent: true),
        answer(200, "", "with an empty body", "paused", possiblySent: true),
        answer(200, #"{"id": "#, "with JSON that is none", "paused", possiblySent: true),
        answer(200, #"["s-1"]"#, "with another JSON", "paused", possiblySent: true),
        answer(200, #"{"id": "s-9", "log_id": "another"}"#, "for another record", "paused", possiblySent: true),
        answer(200, page, "of a captive portal", "paused", possiblySent: true),
        answer(
            201,
            #"{"id": "\#(String(repeating: "x", count: 257))"}"#,
            "with too long an id",
            "paused",
            possiblySent: true
        ),
        answer(
            201,
            #"{"id": "\#(String(repeating: "x", count: 900_000))"}"#,
            "with a huge id",
            "paused",
            possiblySent: true
        ),
        answer(201, #"{"id": "s\\u001b[2J"}"#, "with an escape in its id", "paused", possiblySent: true),
        answer(511, page, "of a captive portal", "paused"),
        AnswerRow(
            name: "a body longer than Content-Length says",
            fault: #"[{"status": 201, "body": "{\"id\": \"s-1\"}", "length": 5}]"#,
            result: "paused",
            code: "http201",
            possiblySent: true
        ),
    ]

    /// Malicious answers: each is cut off or set aside, and the record is kept.
    private static let hostile =
        [
            AnswerRow(
                name: "headers without end",
                fault: #"[{"endless": "headers"}]"#,
                result: "paused",
                possiblySent: true
            ),
            AnswerRow(
                name: "a body without end",
                fault: #"[{"endless": "body"}]"#,
                result: "paused",
                possiblySent: true
            ),
            AnswerRow(
                name: "a compressed bomb, which nobody unpacks",
                fault: #"[{"gzip": 200000000}]"#,
                result: "paused",
                code: "http201",
                possiblySent: true
            ),
        ]
        + ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:1/x", "//127.0.0.1:1/x", "javascript:1"].map {
            AnswerRow(
                name: "a redirect to \($0)",
                fault: #"[{"status": 307, "headers": {"Location": "\#($0)"}}]"#,
                result: "paused",
                code: "http307"
            )
        }

    private static let transient =
        [408, 500, 502, 504].map { answer($0, api, "", "retry", possiblySent: true) }
        + [425, 429, 503].map { answer($0, api, "", "retry") }
        + [
            answer(503, page, "of a proxy", "retry"),
            answer(
                503,
                "upstream connect error or disconnect/reset before headers. reset reason: connection failure",
                "of a proxy that reached no server",
                "retry"
            ),
            answer(
                503,
                "upstream connect error or disconnect/reset before headers. reset reason: connection termination",
                "of a proxy whose connection to the server broke",
                "retry",
                possiblySent: true
            ),
            AnswerRow(
                name: "a body shorter than Content-Length says",
                fault: #"[{"status": 201, "body": "{\"id\": \"s-1\"}", "length": 500}]"#,
                result: "retry",
                possiblySent: true
            ),
            AnswerRow(
                name: "a connection that breaks",
                fault: #"[{"drop": true}]"#,
                result: "retry",
                possiblySent: true
            ),
        ]
}

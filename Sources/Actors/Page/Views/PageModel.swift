internal import BusContract
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The values of one page's template, including those of every page.
struct PageModel {
    private let parts: PageParts
    private var values: [String: Any]

    /// Creates the values that every page shows.
    ///
    /// - Parameters:
    ///   - title: The page's title, in its language.
    ///   - place: The name of the menu entry to mark as current.
    init(_ parts: PageParts, context: PageContext, title: String, place: String = "") {
        self.parts = parts
        let language = context.language
        var values: [String: Any] = [
            "title": title, "base": context.way.base.prefix, "site": parts.site,
            "lang": language.code, "t": language.tree,
            "version": parts.version, "now": "\(Int(clamping: parts.environment.now().timeIntervalSince1970 * 1_000))",
            "zone": TimeZone.current.identifier,
            "languages": parts.texts.codes.map { ["code": $0, "isThis": $0 == language.code] as [String: Any] },
            "at": [place: true],
        ]
        if let version = context.version { values["asOf"] = version.text }
        if let session = context.session {
            let rights = session.rights
            values["session"] =
                [
                    "name": session.name.isEmpty ? language["session.machine"] : session.name,
                    "role": language.word(session.kiosk == nil ? rights.role.rawValue : "kiosk", of: "role"),
                    "csrf": session.csrf,
                    "decides": rights.may(SessionOperations.confirmReading) && rights.seat == nil,
                    "types": rights.may(SessionOperations.submitRecords),
                    "measures": rights.may(ReaderTopics.readPeripheral),
                    "pairs": rights.may(ReaderTopics.pairPeripheral),
                    "changes": rights.may(SessionOperations.updateRecord),
                    "snaps": rights.may(OCRTopics.recognize) && rights.may(SessionOperations.confirmReading),
                    "seesValues": rights.seesValues, "seesBoard": rights.seesValues && rights.seat == nil,
                    "operates": rights.operates, "isKiosk": session.kiosk != nil,
                    "isGuest": session.isGuest,
                    "imports": rights.may(HealthTopics.importFile) && rights.seat == nil,
                    "counts": parts.counts.text(for: rights),
                ] as [String: Any]
        }
        self.values = values
    }

    subscript(_ name: String) -> Any? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The complete page.
    ///
    /// - Throws: ``PageError``.
    func response(_ template: String, status: HTTPResponse.Status = .ok) throws -> Response {
        PageReply.html(try parts.views.render(template, with: values), status: status)
    }

    /// A fragment of a page.
    ///
    /// - Throws: ``PageError``.
    func part(_ template: String) throws -> String { try parts.views.render(template, with: values) }
}

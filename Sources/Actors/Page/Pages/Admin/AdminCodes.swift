internal import FHIRContent
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The page that lists the metrics sent to a FHIR server with their codes, and those skipped for lack of a code.
struct AdminCodes: Sendable {
    let desk: AdminDesk

    func add(to router: Router<PageContext>) {
        router.get("admin/codes") { _, context in try page(context) }
    }

    private func page(_ context: PageContext) throws -> Response {
        _ = try desk.session(context)
        let rows = Self.rows(context.language)
        var page = desk.page("codes", context: context)
        page["missing"] = rows.filter { $0["isMissing"] as? Bool == true }
        page["codes"] = rows.filter { $0["isMissing"] as? Bool == false }
        return try page.response("adminCodes")
    }

    /// All units of all metrics.
    static func rows(_ language: PageTexts.Language) -> [[String: Any]] {
        FHIRCoverage.rows.map { row($0, language: language) }
    }

    private static func row(_ row: FHIRCoverage.Row, language: PageTexts.Language) -> [String: Any] {
        [
            "name": language.word(row.metric.rawValue, of: "metric"), "unit": row.unit,
            "loinc": row.codes.loinc.joined(separator: " "), "mdc": row.codes.mdc.map { "\($0)" } ?? "",
            "isMissing": row.codes.isEmpty,
        ]
    }
}

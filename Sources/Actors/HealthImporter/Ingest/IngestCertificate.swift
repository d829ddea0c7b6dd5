internal import FoundationEssentials
internal import HTTPDoor

/// The messages about the certificate that apps verify and another program renews.
enum IngestCertificate {
    /// How long before its end it is reported at most, in seconds: renewal programs replace it weeks before.
    private static let notice: TimeInterval = 14 * 86_400
    /// The last part of its validity in which it is reported, for certificates of a few days.
    private static let part = 5.0

    /// What is wrong with the certificate that the server shows; nil for nothing.
    static func words(_ served: ServedCertificate, now: Date) -> String? {
        let (isUsable, term) = (served.isUsable, served.term)
        let ends = Date(timeIntervalSince1970: TimeInterval(term.ends))
        guard isUsable else {
            return
                "the new ingest.certificate or ingest.key is not readable, or they do not match: apps still see the earlier "
                + "one, which ends on \(ends.ISO8601Format()). Give the importer both files"
        }
        guard ends > now else {
            return "ingest.certificate expired on \(ends.ISO8601Format()), so apps reject it: replace it and its key"
        }
        guard ends < now + min(notice, TimeInterval(term.ends - term.begins) / part) else { return nil }
        return "ingest.certificate expires on \(ends.ISO8601Format()), and apps reject it then: replace it and its key"
    }
}

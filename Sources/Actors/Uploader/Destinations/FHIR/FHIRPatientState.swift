internal import DeliveryRules
internal import MessageBus

/// Whether a chart accepts records, by the server's Patient resource (FHIR R4).
///
/// The text never names the patient, because errors are stored and reported.
enum FHIRPatientState {
    /// Why a patient's chart accepts no records; nil if it does.
    ///
    /// - Parameter patients: The server's patients with the reference or the identifier.
    static func refusal(_ patients: [JSONValue]) -> DeliveryError? {
        guard let patient = patients.first else { return gone(410) }
        guard patients.count == 1 else {
            return DeliveryError(
                code: "patientAmbiguous",
                message: "the server has several patients with the session's identifier: start the session with "
                    + "Patient/ID, and send the record again"
            )
        }
        if (patient["link"]?.items ?? []).contains(where: { $0["type"]?.text == "replaced-by" }) {
            return merged
        }
        guard patient["active"] == .bool(false) else { return nil }
        return DeliveryError(
            code: "patientInactive",
            message:
                "the session's patient is inactive at the server: have it activated there, and send the record again"
        )
    }

    /// The chart that was named is another one's now.
    static let merged = DeliveryError(
        code: "patientMerged",
        message: "the session's patient is merged into another one at the server: start a session with that one"
    )

    /// The server has no such patient, or none any more.
    ///
    /// - Parameter status: 404 or 410.
    static func gone(_ status: Int) -> DeliveryError {
        let (code, words) =
            status == 404
            ? ("patientUnknown", "does not have the patient that")
            : ("patientDeleted", "no longer has the patient that")
        return DeliveryError(
            code: code,
            message: "the server \(words) the session names: start a session with the right one"
        )
    }
}

internal import ActorRuntime

/// The keys of a FHIR server.
struct FHIRKeys: SettingTable {
    /// How the site authenticates at the server.
    enum Auth: String, CaseIterable, Sendable {
        /// Without credentials; the network controls access.
        case none
        /// By a token from a file.
        case bearer
        /// SMART backend services: signed assertions are exchanged for tokens that last minutes.
        case smart
        /// By a certificate.
        case mtls
    }

    /// Which side assigns the ids of resources.
    enum Mode: String, CaseIterable, Sendable {
        /// They are made here, and resources are put under them.
        case put
        /// The server makes them, and accepts none twice by its identifier.
        case ifNoneExist
    }

    let baseURL = CommonSettings.baseURL(of: "fhir")
    let mode = Setting<Mode>.choice(
        "destination.fhir.mode",
        default: .put,
        doc: "Who creates the ids of resources: VitalBus by PUT, or the server (ifNoneExist)."
    )
    let refused = RefusedStatuses.setting(of: "fhir")
    let patientCheck = Setting.bool(
        "destination.fhir.patient-check",
        default: true,
        doc:
            "Whether the patient is read before records are written: a merged, inactive or deleted patient gets no records."
    )
    let auth = Setting<Auth>.choice(
        "destination.fhir.auth",
        default: .none,
        doc: "How the site authenticates: a token from a file (bearer), SMART backend services (smart) or a "
            + "certificate (mtls)."
    )
    let tokenFile = Setting.secretPath(
        "destination.fhir.token-file",
        doc: "The file of the token with auth bearer; it is read again for each request."
    )
    let clientID = Setting.text("destination.fhir.client-id", doc: "The client's id with auth smart.")
    let keyFile = Setting.secretPath(
        "destination.fhir.key-file",
        doc: "The private key with auth smart, RSA (RS384) or P-384 (ES384), as PEM or JWK; read again for each token."
    )
    let keyID = Setting.text(
        "destination.fhir.key-id",
        doc: "The key's id at the server (kid). Default: that of the JWK."
    )
    let tokenURL = Setting.text(
        "destination.fhir.token-url",
        doc: "The token endpoint with auth smart. Default: that of the server's .well-known/smart-configuration."
    )
    let scope = Setting.text(
        "destination.fhir.scope",
        default: "system/Observation.crus system/Device.crus system/Provenance.crus system/Patient.rs",
        doc: "The scope of the token, as in SMART."
    )
    let certificateFile = Setting.path(
        "destination.fhir.certificate-file",
        doc: "PEM file of the certificate chain with auth mtls; read again for each connection."
    )
    let privateKeyFile = Setting.secretPath(
        "destination.fhir.private-key-file",
        doc: "PEM file of the certificate's private key; read again for each connection."
    )
}

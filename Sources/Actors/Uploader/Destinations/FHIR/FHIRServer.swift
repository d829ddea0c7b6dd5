package import ActorRuntime
package import Curl
internal import DeliveryRules
package import FHIRContent

/// One FHIR server as the configuration has it.
package struct FHIRServer: Sendable {
    /// How the site authenticates.
    package enum Auth: Sendable {
        /// No authentication.
        case none
        /// By the token of a file.
        case bearer(tokenFile: String)
        /// By SMART backend services.
        case smart(SMARTClient)
        /// By a certificate.
        case certificate(CurlIdentity)
    }

    /// The base URL; a request to the base itself uses it as written, with or without its last slash.
    package let base: BaseURL
    /// Which side assigns ids.
    package var naming = FHIRDelivery.Naming.own
    /// How the site authenticates.
    package var auth = Auth.none
    /// Whether patients are read before they are written of.
    package var checksPatient = true
    /// How long accepted but unfinished work of the server may take.
    package var settle = Duration.seconds(300)
    /// The further answers with which it has taken nothing.
    package var refusedStatuses: Set<Int> = []
    /// The site.
    package let gateway: FHIRGateway

    /// Creates a server.
    package init(base: BaseURL, gateway: FHIRGateway) {
        self.base = base
        self.gateway = gateway
    }

    /// Reads the configuration; nil without a base URL.
    ///
    /// - Throws: `RuntimeError` for a wrong value, ``UploaderError`` `configuration` for a missing one.
    init?(_ configuration: ActorConfiguration) throws {
        let keys = FHIRKeys()
        guard let url = try configuration[keys.baseURL] else { return nil }
        self.init(
            base: try BaseURL(url, key: keys.baseURL.key.name),
            gateway: FHIRGateway(site: try configuration[CommonSettings.site], version: VitalBus.version)
        )
        naming = try configuration[\FHIRKeys.mode] == .put ? .own : .servers
        checksPatient = try configuration[\FHIRKeys.patientCheck]
        settle = try configuration[\UploaderKeys.lookupSettle] ?? Settling.usual.history
        refusedStatuses = try RefusedStatuses.read(keys.refused, from: configuration)
        auth = try Self.auth(configuration, keys: keys)
    }

    private static func auth(_ configuration: ActorConfiguration, keys: FHIRKeys) throws -> Auth {
        func needed(_ setting: Setting<String?>) throws -> String {
            guard let value = try configuration[setting], !value.isEmpty else {
                let word = try configuration[keys.auth].rawValue
                throw UploaderError(
                    .configuration,
                    message: "\(keys.auth.key.name) is \(word): also set \(setting.key.name)"
                )
            }
            return value
        }
        switch try configuration[keys.auth] {
        case .none: return .none
        case .bearer: return .bearer(tokenFile: try needed(keys.tokenFile))
        case .mtls:
            return .certificate(
                CurlIdentity(
                    certificateFile: try needed(keys.certificateFile),
                    keyFile: try needed(keys.privateKeyFile)
                )
            )
        case .smart:
            return .smart(
                SMARTClient(
                    id: try needed(keys.clientID),
                    keyFile: try needed(keys.keyFile),
                    keyID: try configuration[keys.keyID],
                    tokenURL: try configuration[keys.tokenURL].map {
                        try BaseURL($0, key: keys.tokenURL.key.name).written
                    },
                    scope: try configuration[keys.scope]
                )
            )
        }
    }
}

/// The site as a client of SMART backend services (HL7 SMART App Launch 2.2, backend services).
package struct SMARTClient: Sendable {
    /// The id that the server gave it.
    package let id: String
    /// The file of its private key.
    package let keyFile: String
    /// The key's id at the server.
    package var keyID: String?
    /// The token endpoint; nil for the one that the server publishes.
    package var tokenURL: String?
    /// The scope of the tokens.
    package let scope: String

    /// Creates a client.
    package init(id: String, keyFile: String, keyID: String? = nil, tokenURL: String? = nil, scope: String) {
        self.id = id
        self.keyFile = keyFile
        self.keyID = keyID
        self.tokenURL = tokenURL
        self.scope = scope
    }
}

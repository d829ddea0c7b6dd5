import ActorRuntime
import BusContract
import DeliveryRules
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("Deletions, replacements and credentials at the destinations")
struct DestinationChangeTests {
    private let access = SessionCredentials(userID: "u/1", organizationID: "o", token: "tok-4711")

    private func inform(_ paths: InformPaths = InformPaths()) throws -> InformDestination {
        InformDestination(base: try BaseURL("https://api.example", key: "k"), paths: paths, repeats: .lookup)
    }

    private func legacy() throws -> LegacyDestination {
        LegacyDestination(base: try BaseURL("https://api.example/", key: "k"), repeats: .lookup)
    }

    @Test("Inform deletes at the record's path, with the token in its header")
    func informDeletion() throws {
        let request = try inform().delete(Samples.record(), serverID: "a/1", with: access)
        #expect(request.method == "DELETE")
        #expect(request.url == "https://api.example/connect/provider/data/measurements/a%2F1")
        #expect(request.body == nil)
        #expect(request.serverID == "a/1")
        #expect(request.headers.contains { $0 == ("Authorization", "Bearer tok-4711") })
    }

    @Test("legacy deletes with the token in the body, and no data of the record")
    func legacyDeletion() throws {
        let request = try legacy().delete(Samples.record(), serverID: "a1", with: access)
        #expect(request.method == "DELETE")
        #expect(request.url == "https://api.example/v1/organizations/o/users/u%2F1/biometrics/a1.json")
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == #"{"access_token":"tok-4711"}"#)
        #expect(!"\(request)".contains("tok-4711"))
    }

    @Test("credentials are checked at the user's own resource")
    func validation() throws {
        #expect(
            try inform().validate(access)?.url == "https://api.example/organizations/o/users/u%2F1?token=tok-4711"
        )
        #expect(try legacy().validate(access)?.url == "https://api.example/v1/me.json?authentication_token=tok-4711")
    }

    @Test("a path for log ids replaces POST, and updates too")
    func upsert() throws {
        let record = try Samples.record()
        let paths = InformPaths(upsert: PathTemplate("/records/{type}/{logID}"))
        for request in [
            try inform(paths).create(record, with: access),
            try inform(paths).update(record, serverID: "s", with: access),
        ] {
            #expect(request?.method == "PUT")
            #expect(request?.url == "https://api.example/records/measurements/\(record.logID.rawValue)")
            #expect(request?.serverID == nil)
        }
    }
}

/// The promise in CONTRIBUTING: a new destination is one type in one list.
@Suite("The list of destinations")
struct DestinationListTests {
    @Test("has each word of the contract once, and each one's first key gives its address")
    func kinds() {
        let kinds = UploaderSettings.kinds
        #expect(kinds.map { $0.api.rawValue }.sorted() == CloudAPI.known.map(\.rawValue).sorted())
        for kind in kinds {
            #expect(kind.configurationKeys.allSatisfy { $0.name.hasPrefix("destination.\(kind.api).") })
            let place = kind.configurationKeys.first
            #expect(place?.defaultText == nil, "without a place its records wait")
        }
    }
}

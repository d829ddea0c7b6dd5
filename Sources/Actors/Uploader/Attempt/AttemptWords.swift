internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import StoreEngine

extension DeliveryError {
    static let undeletable = DeliveryError(
        code: "serverIDUnknown",
        message: "the destination's id of the record is unknown, so it cannot be deleted: delete it there by hand"
    )

    static let undeletedThere = DeliveryError(
        code: "deletionMissed",
        message: "the destination answers 404 to a deletion but still lists the record: check the path for deletions"
    )

    static let updateRefused = DeliveryError(
        code: "updateRefused",
        message: "the destination has an earlier revision but offers no way to change it"
    )

    static let contradiction = DeliveryError(
        code: "updateRefused",
        message: "the destination knows the log id but refuses to change its record: check the paths"
    )

    /// The destination's answer can only be judged with its list, and the list gave no result.
    static func undecided(_ answer: DestinationAnswer, reason: String) -> DeliveryError {
        let why = reason.isEmpty ? "the list does not show the record" : reason
        return DeliveryError(
            code: "lookupUnanswered",
            message: APIBody.short("answered \(answer.status), and the look-up afterwards was inconclusive: \(why)")
        )
    }

    /// A record was possibly sent, and the destination's list does not show it.
    static func lookupFailed(_ reason: String) -> DeliveryError {
        DeliveryError(
            code: "lookupUnanswered",
            message: APIBody.short("possibly sent before, and the look-up failed: \(reason)")
        )
    }

    /// A grant names a destination that is not configured.
    static func unknownDestination(_ api: String) -> DeliveryError {
        let kind = UploaderSettings.kinds.first { $0.api.rawValue == api }
        // The first of its keys sets its address.
        let key = kind?.configurationKeys.first?.name ?? "destination.\(api).base-url"
        return DeliveryError(
            code: "destinationUnknown",
            message: APIBody.short("this uploader has no destination '\(api)': set \(key)")
        )
    }
}

extension UploadOutcome.Result {
    /// What an error before the request means for the record.
    ///
    /// Nothing was sent.
    static func beforeSending(_ error: any Error) -> UploadOutcome.Result {
        switch error {
        case is CancellationError: return .release
        case let error as UploaderError:
            let told = DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))
            return error.isRetriable ? .retry(after: nil, told) : .failed(told)
        case let error as StoreError:
            let words = "the uploader's ledger cannot be written (\(error.code)): check its disk"
            return .retry(after: nil, DeliveryError(code: "ledgerUnavailable", message: words))
        default:
            let words = "the uploader failed with \(error.typeName) before anything was sent"
            return .retry(after: nil, DeliveryError(code: "internalError", message: words))
        }
    }
}

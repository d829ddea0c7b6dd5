internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus

/// Sessions whose credentials have to be checked, in order of arrival.
///
/// Bounded: the owner repeats questions that are left out.
struct WaitingChecks: Sendable {
    /// The most checks that wait.
    private static let limit = 64
    /// The most checks taken of one grant.
    private static let grantLimit = 16
    /// How many checks run at a time, and are answered in one message at most.
    private static let batch = 4

    private var checks: [UploadGrant.Check] = []

    var isEmpty: Bool { checks.isEmpty }

    /// Accepts checks; a repeated one replaces the earlier question about its session.
    mutating func take(_ new: [UploadGrant.Check]) {
        for check in new.prefix(Self.grantLimit) {
            checks.removeAll { $0.sessionID == check.sessionID }
            if checks.count < Self.limit { checks.append(check) }
        }
    }

    /// Removes the next check.
    mutating func next() -> [UploadGrant.Check] {
        let batch = Array(checks.prefix(Self.batch))
        checks.removeFirst(batch.count)
        return batch
    }
}

/// Asks destinations about sessions' credentials.
struct CredentialChecker: Sendable {
    let destinations: [String: any Destination]
    let credentials: CredentialCache
    let transports: DestinationTransports
    /// The whole time of a request.
    let timeout: Duration

    /// Checks sessions, all at a time, in the order that they are answered.
    func answers(to checks: [UploadGrant.Check]) async -> [UploadAck.Checked] {
        await withTaskGroup(of: UploadAck.Checked.self, returning: [UploadAck.Checked].self) { group in
            for check in checks { group.addTask { await answer(check) } }
            var answers: [UploadAck.Checked] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
    }

    private func answer(_ check: UploadGrant.Check) async -> UploadAck.Checked {
        let verdict = await verdict(check)
        let (word, error): (UploadAck.Verdict, DeliveryError?) =
            switch verdict {
            case .valid: (.valid, nil)
            case .refused(let error): (.refused, error)
            case .unreachable(let error): (.unreachable, error)
            }
        if case .refused = verdict { await credentials.drop(check.sessionID) }
        let fault = error.map { WireFault(code: $0.code, message: $0.message, retriable: word != .refused) }
        return UploadAck.Checked(sessionID: check.sessionID, checkID: check.checkID, result: word, error: fault)
    }

    private func verdict(_ check: UploadGrant.Check) async -> CredentialVerdict {
        guard let destination = destinations[check.apiVersion.rawValue] else {
            return .unreachable(.unknownDestination(check.apiVersion.rawValue))
        }
        do {
            let access = try await credentials.credentials(check.sessionID)
            guard let request = destination.validate(access) else {
                return .unreachable(
                    DeliveryError(code: UploadAck.Verdict.off, message: "this uploader does not check credentials")
                )
            }
            let sender = HTTPSender(transports: transports, timeout: timeout)
            let reply = try await sender.send(request, to: destination, mayReuseConnection: true).reply
            return destination.verdict(reply, with: access).told(access)
        } catch let error as CurlError {
            return .unreachable(DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message)))
        } catch let error as UploaderError {
            return .unreachable(DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message)))
        } catch {
            return .unreachable(DeliveryError(code: "internalError", message: "\(error.typeName)"))
        }
    }
}

extension CredentialVerdict {
    /// The verdict with its text cut short and without the token.
    fileprivate func told(_ access: SessionCredentials) -> CredentialVerdict {
        func plain(_ error: DeliveryError) -> DeliveryError {
            DeliveryError(code: error.code, message: APIBody.short(access.redacted(error.message)))
        }
        return switch self {
        case .valid: .valid
        case .refused(let error): .refused(plain(error))
        case .unreachable(let error): .unreachable(plain(error))
        }
    }
}

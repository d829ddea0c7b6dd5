internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus

extension UploadService {
    /// The most checks that wait; the owner asks again for what is left out.
    private static let checkLimit = 64
    /// How many checks run at a time, and stand in one answer at most.
    private static let checksAtATime = 4

    /// Takes checks; one that is repeated replaces the earlier question about its session.
    func take(_ checks: [UploadGrant.Check]) {
        guard !checks.isEmpty, !slots.isDraining else { return }
        for check in checks.prefix(16) {
            waitingChecks.removeAll { $0.sessionID == check.sessionID }
            if waitingChecks.count < Self.checkLimit { waitingChecks.append(check) }
        }
        checkSignal.raise()
    }

    /// Asks destinations about sessions' credentials when woken, until cancelled.
    func checkCredentials() async {
        for await _ in checkSignal.stream {
            while !waitingChecks.isEmpty, !slots.isDraining, !Task.isCancelled {
                let batch = Array(waitingChecks.prefix(Self.checksAtATime))
                waitingChecks.removeFirst(batch.count)
                let answers = await withTaskGroup(
                    of: UploadAck.Checked.self,
                    returning: [UploadAck.Checked].self
                ) { group in
                    for check in batch { group.addTask { await self.answer(check) } }
                    var answers: [UploadAck.Checked] = []
                    for await answer in group { answers.append(answer) }
                    return answers
                }
                await tell(answers)
            }
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
        guard let destination = settings.destinations[check.apiVersion.rawValue] else {
            return .unreachable(.unknownDestination(check.apiVersion.rawValue))
        }
        do {
            let access = try await credentials.credentials(check.sessionID)
            guard let request = destination.validate(access) else {
                return .unreachable(DeliveryError(code: "validationOff", message: "credentials are not checked here"))
            }
            let sender = HTTPSender(curl: curl, timeout: settings.requestTimeout)
            let reply = try await sender.send(request, mayReuseConnection: true).reply
            return destination.verdict(reply, access).told(access)
        } catch let error as CurlError {
            return .unreachable(DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message)))
        } catch let error as UploaderError {
            return .unreachable(DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message)))
        } catch {
            return .unreachable(DeliveryError(code: "internalError", message: "\(type(of: error))"))
        }
    }

    /// Tells the owner, some times at most: what is lost is asked again.
    private func tell(_ checks: [UploadAck.Checked]) async {
        let ack = UploadAck(worker: context.address.client, outcomes: [], checks: checks)
        for attempt in 1...8 where !Task.isCancelled {
            do {
                _ = try await context.requests.callRaw(
                    UploadWork.ack,
                    hub: settings.ownerHub,
                    ack,
                    timeout: settings.ackTimeout
                )
                return
            } catch {
                await pause(settings.ackBackoff.delay(attempt: attempt, random: .random(in: 0.5...1)))
            }
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

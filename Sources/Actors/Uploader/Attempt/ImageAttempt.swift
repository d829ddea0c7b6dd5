internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import MessageBus
internal import PictureParts
internal import StoreEngine
internal import VitalRecords

/// Delivers one granted image: bytes, ledger, request, answer, ledger.
///
/// No public list shows which images a server has, so an image that was possibly sent is sent again under the same
/// name. A picture that is there twice belongs to the same record.
struct ImageAttempt: LedgeredAttempt {
    let destinations: [String: any Destination]
    let credentials: CredentialCache
    let ledger: LedgerStore
    let http: HTTPSender
    let source: ImageBytesReader
    let clock: any BootClock
    let now: @Sendable () -> Date
    let tell: @Sendable (AttemptEvent) async -> Void

    /// Carries an image as far as it goes.
    ///
    /// Never throws: everything is an outcome.
    ///
    /// - Returns: Nil if the ledger answers for this grant later, because it already has an attempt.
    func deliver(_ image: UploadGrant.Image, budget: LeaseBudget) async -> UploadOutcome? {
        guard let destination = destinations[image.apiVersion.rawValue] else {
            return outcome(image, result: .paused(.unknownDestination(image.apiVersion.rawValue)))
        }
        guard budget.mayStart(now: budget.pullSent, requestTimeout: http.timeout) else {
            return outcome(image, result: .retry(after: nil, Self.leaseTooShort))
        }
        do {
            let access = try await credentials.credentials(image.sessionID)
            let bytes = try await source.read(image) { fits(budget) }
            guard let bytes, fits(budget) else { return outcome(image, result: .release) }
            guard let request = try destination.image(image, content: bytes, with: access) else {
                return outcome(image, result: .paused(Self.noPath(image.apiVersion.rawValue)))
            }
            return try await send(request, image: image, budget: budget, destination: destination, access: access)
        } catch let failure as PieceReader.Failure {
            return outcome(image, result: Self.result(of: failure))
        } catch {
            if error is StoreError { await tell(.ledgerFailed) }
            return outcome(image, result: .beforeSending(error))
        }
    }

    /// Whether a request's whole timeout still fits in the lease.
    private func fits(_ budget: LeaseBudget) -> Bool { budget.mayStart(now: clock.now, requestTimeout: http.timeout) }

    private func outcome(
        _ image: UploadGrant.Image,
        result: UploadOutcome.Result,
        possiblySent: Bool = false
    ) -> UploadOutcome {
        let work = GrantedWork.image(image)
        return UploadOutcome(key: work.key, revision: work.revision, result: result, possiblySent: possiblySent)
    }

    /// Commits the attempt, then sends, then commits the outcome.
    private func send(
        _ request: DestinationRequest,
        image: UploadGrant.Image,
        budget: LeaseBudget,
        destination: any Destination,
        access: SessionCredentials
    ) async throws -> UploadOutcome? {
        let work = GrantedWork.image(image)
        guard try await begin(work.key, revision: work.revision, sessionID: image.sessionID) else { return nil }
        // The commit took time too.
        guard fits(budget) else { return await noted(outcome(image, result: .release)) }
        if image.possiblySent { await tell(.resends(blind: false)) }
        await tell(.postsImage)
        return await noted(await exchange(request, image: image, destination: destination, access: access))
    }

    private func exchange(
        _ request: DestinationRequest,
        image: UploadGrant.Image,
        destination: any Destination,
        access: SessionCredentials
    ) async -> UploadOutcome {
        do throws(CurlError) {
            let sent = try await http.send(
                request,
                to: destination,
                mayReuseConnection: destination.repeats.toleratesRepeats
            )
            let (read, url) = destination.answer(sent.reply, to: image)
            var answer = read
            answer.apiMessage = answer.apiMessage.map(access.redacted)
            let meaning = Self.meaning(answer, now: now())
            if case .sessionUnauthorized = meaning { await credentials.drop(image.sessionID) }
            var outcome = outcome(
                image,
                result: UploadOutcome.Result(meaning),
                possiblySent: sent.mayHaveArrived(meaning, status: answer.status, at: destination)
            )
            if case .done = outcome.result { outcome.url = url.map(access.redacted) }
            return outcome
        } catch {
            let verdict = RequestVerdict(error, sent: clock.now)
            return outcome(image, result: verdict.result, possiblySent: verdict.possiblySent)
        }
    }

    /// A path that is wrong and a record that is gone there are both answered 404.
    ///
    /// The cause is unknown, so the image waits for another try and does not delay other images.
    private static func meaning(_ answer: DestinationAnswer, now: Date) -> AnswerClass {
        guard answer.status == 404 || answer.status == 410, answer.body == .api else {
            return AnswerTable.classify(answer, now: now)
        }
        return .retry(
            after: nil,
            DeliveryError(
                code: "http\(answer.status)",
                message: "the destination does not know this path or record for an image: " + (answer.apiMessage ?? "")
            )
        )
    }

    private static func result(of failure: PieceReader.Failure) -> UploadOutcome.Result {
        switch failure {
        case .gone: .release
        case .unanswered(let error):
            .retry(after: nil, DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message)))
        case .damaged:
            .retry(
                after: nil,
                DeliveryError(code: "imageDamaged", message: "the received image is not the granted one")
            )
        }
    }

    private static let leaseTooShort = DeliveryError(
        code: "leaseTooShort",
        message: "the session manager's lease is shorter than image.timeout: no image can be sent"
    )

    private static func noPath(_ api: String) -> DeliveryError {
        DeliveryError(
            code: "imagePathNotConfigured",
            message: APIBody.short("this uploader has no path for images: set destination.\(api).paths.image")
        )
    }
}

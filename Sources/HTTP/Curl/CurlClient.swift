import CCurl
import Dispatch
import Glibc
import LoopExecutor

/// Sends HTTP requests over persistent connections, with libcurl's multi socket interface on the actor's own queue.
///
/// No thread blocks on the network: dispatch sources and a timer drive libcurl. Any number of transfers may be started;
/// those beyond the configured number of connections wait inside libcurl.
public actor CurlClient {
    /// The configuration of all transfers.
    public nonisolated let configuration: CurlConfiguration

    let executor = QueueExecutor(label: "vitalbus.curl")
    let handle: MultiHandle
    var transfers: [Int: CurlTransfer] = [:]
    /// The bodies read as they arrive, including those whose transfer is over.
    var downloads: [Int: StreamDownload] = [:]
    var openingTimers: [Int: LoopTimer] = [:]
    private var lastID = 0
    private var isShutDown = false

    /// The executor of the queue that drives libcurl.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a client without connecting anywhere.
    ///
    /// - Throws: ``CurlErrorCode/invalidConfiguration`` for a configuration that cannot work or is not permitted.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) throws(CurlError) {
        try configuration.check()
        guard CurlLibrary.started == CURLE_OK, let multi = curl_multi_init() else {
            throw CurlError(code: .internalFailure, message: "libcurl did not start.")
        }
        self.configuration = configuration
        handle = MultiHandle(multi)
    }

    /// The multi handle, which never leaves the actor.
    var multi: UnsafeMutableRawPointer { handle.pointer }

    /// Sends a request and waits for the complete response; every status is a response, including 4xx and 5xx.
    ///
    /// Cancelling the task aborts the transfer; ``CurlError/possiblySent`` tells whether it may have reached the
    /// server.
    ///
    /// - Throws: ``CurlError``; its code, `isRetriable` and `possiblySent` decide what to do next.
    public func perform(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        let first = try CurlURL(request.url)
        var next = request
        var response = try await performOnce(next)
        guard case .followSameOrigin(let limit) = configuration.redirects, ["GET", "HEAD"].contains(request.method)
        else { return response }
        var followed = 0
        while (300...399).contains(response.status), let target = response.redirectURL {
            followed += 1
            guard followed <= limit, try CurlURL(target) == first else {
                throw CurlError(
                    code: .redirectRefused,
                    message: "\(first.authority): the answer redirects to another origin or too often.",
                    possiblySent: true,
                    responseStatus: response.status
                )
            }
            next.url = target
            response = try await performOnce(next)
        }
        return response
    }

    /// Ends every transfer with ``CurlErrorCode/cancelled`` and accepts no further ones.
    public func shutDown() {
        isShutDown = true
        for id in transfers.keys { cancel(id) }
    }

    /// Returns a new transfer number.
    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private func performOnce(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        let id = nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { start(id, request: request, continuation: $0) }
        } onCancel: {
            // Queued after the start, so that it always finds the transfer.
            executor.queue.async { self.assumeIsolated { $0.cancel(id) } }
        }
        return try result.get()
    }

    private func start(
        _ id: Int,
        request: CurlRequest,
        continuation: CheckedContinuation<Result<CurlResponse, CurlError>, Never>
    ) {
        do throws(CurlError) {
            let url = try permit(request)
            let transfer = try CurlTransfer(id: id, request: request, url: url, continuation: continuation)
            begin(transfer, request: request)
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    /// Configures a transfer and hands it to libcurl.
    func begin(_ transfer: CurlTransfer, request: CurlRequest) {
        do throws(CurlError) {
            try transfer.configure(request, configuration: configuration)
            setUp()
            guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
                throw CurlError(code: .internalFailure, message: "libcurl did not accept another transfer.")
            }
            transfers[transfer.id] = transfer
            startPump(transfer, body: request.body)
        } catch {
            transfer.resume(.failure(error))
        }
    }

    /// Checks whether the request may be sent to its host.
    func permit(_ request: CurlRequest) throws(CurlError) -> CurlURL {
        guard !isShutDown, !Task.isCancelled else {
            throw CurlError(
                code: .cancelled,
                message: "The client was shut down or the task cancelled before the start."
            )
        }
        try request.check()
        let url = try CurlURL(request.url)
        if url.scheme == "https", !configuration.tls.verifiesPeer, !url.isLoopback, configuration.unixSocket == nil {
            throw CurlError(
                code: .invalidConfiguration,
                message: "\(url.authority): certificate checks may be off for loopback hosts only. Set verifiesPeer, "
                    + "with the server's authority in authorityFile."
            )
        }
        return url
    }

    /// Aborts a transfer if it still runs.
    func cancel(_ id: Int) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        let error = transfer.cancelled()
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.resume(.failure(error))
    }
}

/// The libcurl loaded into this process.
public enum CurlLibrary {
    /// The version at run time, for example `libcurl/7.88.1 OpenSSL/3.0.19`.
    public static let version = String(cString: curl_version())

    /// The numeric version: `0x075801` for 7.88.1.
    static let versionNumber = curl_version_info(CURLVERSION_FIRST).map { Int($0.pointee.version_num) } ?? 0

    /// Whether it verifies certificates with OpenSSL, whose numbers say what is wrong with one.
    static let usesOpenSSL = version.contains("OpenSSL/")

    /// The result of libcurl's global initialisation, once per process at first use.
    static let started: CURLcode = {
        // With CURLOPT_NOSIGNAL libcurl leaves SIGPIPE to the program: a peer that closes during a TLS write must not
        // end the process. A handler set by the program stays.
        var current = sigaction()
        if sigaction(SIGPIPE, nil, &current) == 0, current.__sigaction_handler.sa_handler == nil {
            signal(SIGPIPE, SIG_IGN)
        }
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }()
}

import CCurl

extension CurlTransfer {
    /// Sets all options of the easy handle.
    ///
    /// - Throws: ``CurlErrorCode/invalidConfiguration`` if this libcurl rejects one.
    func configure(_ request: CurlRequest, configuration: CurlConfiguration) throws(CurlError) {
        try setHeaders(request)
        let results =
            installCallbacks() + target(request, configuration: configuration) + message(request)
            + limits(request, configuration: configuration)
            + connection(request, configuration: configuration)
            + security(configuration.tls, identity: request.identity)
        if let refused = results.first(where: { $0 != CURLE_OK }) {
            throw CurlError(
                code: .invalidConfiguration,
                message: "libcurl (\(CurlLibrary.version)) rejected an option of this request; is HTTP/2 built in?",
                curlCode: Int32(bitPattern: refused.rawValue)
            )
        }
    }

    private func target(_ request: CurlRequest, configuration: CurlConfiguration) -> [CURLcode] {
        [
            vb_curl_set_long(easy, CURLOPT_NOSIGNAL, 1),
            // A timeout leaves an unanswered question about a name to its own thread. Otherwise libcurl waits for that
            // answer, and all transfers of the client with it.
            vb_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1),
            vb_curl_set_string(easy, CURLOPT_URL, request.url),
            vb_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            vb_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0),
            vb_curl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            // Keeps dot segments, because paths are the caller's responsibility.
            vb_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1),
            // Empty rather than null, which would read the environment.
            vb_curl_set_string(easy, CURLOPT_PROXY, configuration.proxy ?? ""),
            vb_curl_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, configuration.unixSocket),
            vb_curl_set_string(easy, CURLOPT_USERAGENT, configuration.userAgent),
        ]
    }

    private func message(_ request: CurlRequest) -> [CURLcode] {
        let method = vb_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method)
        guard let upload else {
            if isHead { return [vb_curl_set_long(easy, CURLOPT_NOBODY, 1)] }
            guard ["POST", "PUT", "PATCH"].contains(request.method) else {
                return [vb_curl_set_long(easy, CURLOPT_HTTPGET, 1), method]
            }
            // Methods that usually have a body declare an empty one (RFC 9110 §8.6).
            return [
                vb_curl_set_long(easy, CURLOPT_UPLOAD, 1), vb_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, 0),
                method,
            ]
        }
        return [
            vb_curl_set_long(easy, CURLOPT_UPLOAD, 1),
            vb_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.length ?? -1)),
            method,
        ]
    }

    private func limits(_ request: CurlRequest, configuration: CurlConfiguration) -> [CURLcode] {
        var results = [
            // A stream may last forever; the client limits the time until its head arrives.
            vb_curl_set_long(easy, CURLOPT_TIMEOUT_MS, download == nil ? request.timeout.milliseconds : 0),
            vb_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds),
        ]
        if !isHead, download == nil {
            results.append(vb_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(maximumBytes)))
        }
        if let limit = request.lowSpeedLimit {
            results.append(vb_curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, limit.bytesPerSecond))
            results.append(vb_curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, limit.period.wholeSeconds))
        }
        return results
    }

    private func connection(_ request: CurlRequest, configuration: CurlConfiguration) -> [CURLcode] {
        let version =
            switch configuration.httpPreference {
            case .http1: CURL_HTTP_VERSION_1_1
            case .http2: CURL_HTTP_VERSION_2TLS
            case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            }
        let keepsAlive = configuration.keepsAlive && !Self.cannotReuse(configuration.httpPreference)
        return [
            vb_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(version)),
            // Waits for a connection that may turn out to be HTTP/2 instead of opening one for each request.
            vb_curl_set_long(easy, CURLOPT_PIPEWAIT, configuration.httpPreference == .http2 ? 1 : 0),
            vb_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1),
            vb_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1),
            vb_curl_set_long(easy, CURLOPT_MAXAGE_CONN, configuration.keepAliveLifetime.wholeSeconds),
            vb_curl_set_long(easy, CURLOPT_FORBID_REUSE, keepsAlive ? 0 : 1),
            vb_curl_set_long(easy, CURLOPT_FRESH_CONNECT, keepsAlive && request.mayReuseConnection ? 0 : 1),
        ]
    }

    /// libcurl 7.88 breaks reused connections that began with HTTP/2 prior knowledge (curl issue 10634).
    private static func cannotReuse(_ preference: CurlHTTPPreference) -> Bool {
        preference == .http2PriorKnowledge && (0x075800..<0x080000).contains(CurlLibrary.versionNumber)
    }

    private func security(_ tls: CurlTLS, identity: CurlIdentity?) -> [CURLcode] {
        var results = [
            vb_curl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            vb_curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, tls.verifiesPeer ? 1 : 0),
            vb_curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, tls.verifiesPeer ? 2 : 0),
        ]
        if let authorityFile = tls.authorityFile {
            results.append(vb_curl_set_string(easy, CURLOPT_CAINFO, authorityFile))
            // Otherwise the system's folder would be trusted in addition to the file.
            results.append(vb_curl_set_string(easy, CURLOPT_CAPATH, nil))
            results.append(vb_curl_set_long(easy, CURLOPT_CA_CACHE_TIMEOUT, tls.authorityLifetime.wholeSeconds))
        }
        let files = identity.map { ($0.certificateFile, $0.keyFile) }
        if let certificateFile = files?.0 ?? tls.certificateFile, let keyFile = files?.1 ?? tls.keyFile {
            results.append(vb_curl_set_string(easy, CURLOPT_SSLCERT, certificateFile))
            results.append(vb_curl_set_string(easy, CURLOPT_SSLKEY, keyFile))
        }
        return results
    }

    private func setHeaders(_ request: CurlRequest) throws(CurlError) {
        // Without it, libcurl waits a second for "100 Continue" before a large body.
        try append(headerLine: "Expect:")
        for field in request.headers.fields {
            // libcurl takes "Name:" as a request to omit the header, and "Name;" as a header with an empty value.
            try append(headerLine: field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if installHeaders() != CURLE_OK {
            throw CurlError(code: .internalFailure, message: "libcurl rejected the header list.")
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, because 0 means no timeout for libcurl.
    ///
    /// At most about 24 days, which fits libcurl's `long` on every platform.
    var milliseconds: Int {
        guard self > .zero else { return 0 }
        guard self < .seconds(2_147_483) else { return 2_147_483_000 }
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Whole seconds, rounded up.
    var wholeSeconds: Int { (milliseconds + 999) / 1000 }
}

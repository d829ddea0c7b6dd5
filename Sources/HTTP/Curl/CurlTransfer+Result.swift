import CCurl

extension CurlTransfer {
    /// The response or error for libcurl's result code.
    func outcome(_ result: CURLcode, overUnixSocket: Bool) -> Result<CurlResponse, CurlError> {
        if isTooLarge || result == CURLE_FILESIZE_EXCEEDED { return .failure(tooLarge(result)) }
        guard result == CURLE_OK else {
            return .failure(
                .transferFailed(
                    result,
                    authority: url.authority,
                    systemError: Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)),
                    verification: long(CURLINFO_SSL_VERIFYRESULT),
                    possiblySent: wasOffered,
                    responseStatus: finalStatus
                )
            )
        }
        return .success(response(overUnixSocket: overUnixSocket))
    }

    /// The error of an aborted transfer.
    func cancelled() -> CurlError {
        CurlError(
            code: .cancelled,
            message: "\(url.authority): the transfer was cancelled.",
            possiblySent: wasOffered,
            responseStatus: finalStatus
        )
    }

    private func tooLarge(_ result: CURLcode) -> CurlError {
        CurlError(
            code: .responseTooLarge,
            message: "\(url.authority): the answer is larger than \(maximumBytes) bytes, or its headers than "
                + "\(Self.maximumHeaderBytes).",
            curlCode: Int32(bitPattern: result.rawValue),
            possiblySent: wasOffered,
            responseStatus: finalStatus
        )
    }

    private func response(overUnixSocket: Bool) -> CurlResponse {
        CurlResponse(
            status: long(CURLINFO_RESPONSE_CODE),
            headers: headers,
            body: body,
            httpVersion: httpVersion,
            timings: CurlTimings(
                nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T),
                connect: time(CURLINFO_CONNECT_TIME_T),
                tlsHandshake: time(CURLINFO_APPCONNECT_TIME_T),
                firstByte: started.duration(to: answered ?? .now),
                total: started.duration(to: .now)
            ),
            primaryIP: overUnixSocket ? nil : string(CURLINFO_PRIMARY_IP),
            newConnections: long(CURLINFO_NUM_CONNECTS),
            sendAttempts: sendAttempts,
            redirectURL: string(CURLINFO_REDIRECT_URL)
        )
    }

    /// The status, unless it is that of an interim response.
    var finalStatus: Int? {
        let status = long(CURLINFO_RESPONSE_CODE)
        return status >= 200 ? status : nil
    }

    private var httpVersion: CurlHTTPVersion {
        switch long(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): .http1_0
        case Int(CURL_HTTP_VERSION_1_1): .http1_1
        case Int(CURL_HTTP_VERSION_2_0): .http2
        default: .unknown
        }
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        return vb_curl_info_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    private func time(_ info: CURLINFO) -> Duration {
        var value: curl_off_t = 0
        return .microseconds(vb_curl_info_offset(easy, info, &value) == CURLE_OK ? Int64(value) : 0)
    }

    private func string(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard vb_curl_info_string(easy, info, &value) == CURLE_OK, let value else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

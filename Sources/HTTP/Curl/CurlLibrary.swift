import CCurl
import Glibc

/// libcurl as loaded into this process.
public enum CurlLibrary {
    /// The version of the library that runs, as `libcurl/7.88.1 OpenSSL/3.0.19`.
    public static let version = String(cString: curl_version())

    /// The version as libcurl counts it, `0x075801` for 7.88.1.
    static let versionNumber = curl_version_info(CURLVERSION_FIRST).map { Int($0.pointee.version_num) } ?? 0

    /// The result of libcurl's global start, which happens once per process, at first use.
    static let started: CURLcode = {
        // The handles run with CURLOPT_NOSIGNAL, and libcurl leaves SIGPIPE to the program then: a peer that closes
        // in the middle of a TLS write must not end the process. A handler that the program set stays.
        var current = sigaction()
        if sigaction(SIGPIPE, nil, &current) == 0, current.__sigaction_handler.sa_handler == nil {
            signal(SIGPIPE, SIG_IGN)
        }
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }()
}

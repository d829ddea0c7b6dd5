import CCurl
import Glibc

extension CurlTransfer {
    /// Connects the handle's callbacks to this object.
    func installCallbacks() -> [CURLcode] {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return [
            vb_curl_set_pointer(easy, CURLOPT_PRIVATE, context),
            vb_curl_set_pointer(easy, CURLOPT_HEADERDATA, context),
            vb_curl_set_pointer(easy, CURLOPT_WRITEDATA, context),
            vb_curl_set_pointer(easy, CURLOPT_READDATA, context),
            vb_curl_set_pointer(easy, CURLOPT_SEEKDATA, context),
            vb_curl_set_pointer(easy, CURLOPT_PREREQDATA, context),
            vb_curl_set_data_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                guard let transfer = CurlTransfer.from(context), let bytes else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return transfer.receive(headerLine: line.bindMemory(to: UInt8.self)) ? line.count : 0
            },
            vb_curl_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                guard let transfer = CurlTransfer.from(context), let bytes else { return 0 }
                let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
                if let download = transfer.download {
                    return download.take(part.bindMemory(to: UInt8.self)) ? part.count : Int(CURL_WRITEFUNC_PAUSE)
                }
                return transfer.receive(body: part.bindMemory(to: UInt8.self)) ? part.count : 0
            },
            vb_curl_set_data_callback(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
                guard let upload = CurlTransfer.from(context)?.upload, let bytes else { return 0 }
                switch upload.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) {
                case .bytes(let count): return count
                case .later: return Int(CURL_READFUNC_PAUSE)
                case .failed: return Int(CURL_READFUNC_ABORT)
                }
            },
            vb_curl_set_seek_callback(easy) { context, offset, origin in
                guard origin == SEEK_SET, let upload = CurlTransfer.from(context)?.upload,
                    upload.seek(to: Int(offset))
                else { return CURL_SEEKFUNC_FAIL }
                return CURL_SEEKFUNC_OK
            },
            // Called on every attempt, once the connection is established and before the request is written.
            vb_curl_set_prereq_callback(easy) { context, _, _, _, _ in
                CurlTransfer.from(context)?.noteSending()
                return CURL_PREREQFUNC_OK
            },
        ]
    }

    /// The transfer behind a callback's context pointer.
    static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Answers `Expect: 100-continue` for acceptable bodies (RFC 9110 §10.1.1); others are refused at once.
final class ExpectHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let settings: IngestSettings

    init(_ settings: IngestSettings) { self.settings = settings }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let request) = Self.unwrapInboundIn(data), isAwaited(request) {
            context.writeAndFlush(Self.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }

    private func isAwaited(_ request: HTTPRequest) -> Bool {
        guard request.headerFields[.expect]?.lowercased() == "100-continue",
            settings.seat(of: request.headerFields[.authorization]) != nil
        else { return false }
        return request.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= settings.limit
    }
}

internal import NIOCore
internal import NIOPosix

/// A client of the control line.
package enum ControlClient {
    /// Sends lines and gives the lines that come.
    ///
    /// - Parameter answers: How many to wait for; nil for all until the other side ends.
    /// - Throws: When the socket cannot be used.
    package static func ask(_ lines: [String], at path: String, answers: Int? = nil) async throws -> [String] {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { input, output in
            try await output.write(ByteBuffer(string: lines.joined(separator: "\n") + "\n"))
            var text = ""
            for try await part in input {
                text += String(buffer: part)
                if let answers, text.count(where: { $0 == "\n" }) >= answers { break }
            }
            return text.split(separator: "\n").map(String.init)
        }
    }
}

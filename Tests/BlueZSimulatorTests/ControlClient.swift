import Foundation
import NIOCore
import NIOPosix

/// A client of the control line.
enum ControlClient {
    /// Sends lines and gives all lines that come until the other side ends.
    static func ask(_ lines: [String], at path: String) async throws -> [String] {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { input, output in
            try await output.write(ByteBuffer(string: lines.joined(separator: "\n") + "\n"))
            var text = ""
            for try await part in input { text += String(buffer: part) }
            return text.split(separator: "\n").map(String.init)
        }
    }
}

import Foundation
internal import NIOCore
internal import NIOPosix

/// The control socket: accepts one JSON object per line on a Unix socket, and answers each with one.
package struct ControlServer: Sendable {
    /// The maximum length of a line in bytes.
    private static let longest = 1 << 20

    private let path: String
    private let service: BlueZSimulatorService
    private let history: GroundTruthHistory
    private let quit: @Sendable () -> Void

    /// Creates a server that is idle until ``run(ready:)``.
    ///
    /// - Parameters:
    ///   - path: The path of the socket, shorter than 108 bytes; an existing file is replaced.
    ///   - quit: Called to end the run.
    package init(
        path: String,
        service: BlueZSimulatorService,
        history: GroundTruthHistory,
        quit: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.service = service
        self.history = history
        self.quit = quit
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter ready: Called once the socket accepts connections.
    /// - Throws: ``BlueZSimulatorError`` with code `control`.
    package func run(ready: @Sendable () -> Void) async throws(BlueZSimulatorError) {
        do {
            let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            defer { try? FileManager.default.removeItem(atPath: path) }
            ready()
            try await server.executeThenClose { clients in
                try await withThrowingDiscardingTaskGroup { group in
                    for try await client in clients { group.addTask { await serve(client) } }
                }
            }
        } catch is CancellationError {
            return
        } catch {
            throw BlueZSimulatorError(
                .control,
                message: "The control socket \(path) cannot be served",
                underlying: error
            )
        }
    }

    /// Serves one client; a failure of its connection ends only that connection.
    private func serve(_ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        try? await client.executeThenClose { input, output in
            var rest: [UInt8] = []
            for try await part in input {
                rest += part.readableBytesView
                guard rest.count <= Self.longest else { return }
                while let end = rest.firstIndex(of: 0x0A) {
                    let line = Data(rest[..<end])
                    rest.removeSubrange(...end)
                    if !line.isEmpty { try await answer(line, output: output) }
                }
            }
        }
    }

    private func answer(_ line: Data, output: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws {
        var id: ControlValue?
        let answer: Result<ControlValue, ControlError>
        var new: AsyncStream<[UInt8]>?
        do {
            let request = try ControlRequest(line: line)
            id = request.id
            if request.name == "events" {
                let (lines, next, stream) = try events(request)
                for line in lines { try await output.write(ByteBuffer(bytes: line)) }
                new = stream
                answer = .success(["events": .whole(lines.count), "next": .whole(next)])
            } else {
                answer = await service.control(request)
            }
            try await output.write(ByteBuffer(bytes: Self.line(answer, id: id)))
            if request.name == "quit" { quit() }
        } catch let error as ControlError {
            try await output.write(ByteBuffer(bytes: Self.line(.failure(error), id: id)))
        }
        if let new {
            for await line in new { try await output.write(ByteBuffer(bytes: line)) }
        }
    }

    private func events(
        _ request: ControlRequest
    ) throws(ControlError) -> (lines: [[UInt8]], next: Int, new: AsyncStream<[UInt8]>?) {
        let after = Int(try request.number("after", in: 0...1e12) ?? 0)
        guard request.rest["follow"] == .bool(true) else {
            let (lines, next) = history.lines(after: after)
            return (lines, next, nil)
        }
        let (lines, next, new) = history.follow(after: after)
        return (lines, next, new)
    }

    private static func line(_ answer: Result<ControlValue, ControlError>, id: ControlValue?) -> [UInt8] {
        var object: [String: ControlValue] = [:]
        if let id { object["id"] = id }
        switch answer {
        case .success(let value): object["ok"] = value
        case .failure(let error):
            object["error"] = ["code": "invalid", "message": .text(error.message)]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(ControlValue.object(object))) ?? Data("{}".utf8)
        return [UInt8](data) + [0x0A]
    }
}

internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// Hands an image of a record over to the session manager, part by part.
struct ImageSender: Sendable {
    /// How long a part is tried while the session manager is away or busy.
    private static let patience = Duration.seconds(30)

    /// The image, checked and without metadata: a place or a name in it does not even get onto the bus.
    let image: ImageFile

    /// Reads and checks a file.
    ///
    /// - Throws: ``CommandFailure`` (65) for a file that cannot be read or is no image that is taken, with the way out.
    init(file: String) throws {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: ImageFile.byteLimit + 1)
        else { throw CommandFailure.input("'\(file)' cannot be read, or is empty") }
        do {
            image = try ImageFile(cleaning: Array(data))
        } catch {
            throw CommandFailure("invalidArgument", "'\(file)': \(error.message)", exitCode: 65)
        }
    }

    /// Hands the image over; a repeat changes nothing.
    func send(_ record: LogID, _ connection: HubConnection) async throws -> ImageReceived {
        let sha256 = image.sha256
        let put = PutImage(logID: record, sha256: sha256, size: image.bytes.count)
        var state = try await Self.patiently {
            try await connection.requests.call(SessionOperations.putImage, hub: BusAddress.siteHub, put)
        }
        var rounds = 0
        while state.state == "wanted", rounds < 1_000 {
            rounds += 1
            guard let index = state.missing.first else {
                // Somebody else's last part is being checked.
                try await Task.sleep(for: .milliseconds(200))
                state = try await Self.patiently {
                    try await connection.requests.call(SessionOperations.putImage, hub: BusAddress.siteHub, put)
                }
                continue
            }
            let part = ImagePart(logID: record, sha256: sha256, index: index, data: data(index, state.partSize))
            do {
                state = try await Self.patiently {
                    try await connection.requests.call(SessionOperations.imagePart, hub: BusAddress.siteHub, part)
                }
            } catch let error as BusError where error.code == .notFound {
                // The session manager has started anew and knows of no parts.
                state = try await connection.requests.call(SessionOperations.putImage, hub: BusAddress.siteHub, put)
            }
        }
        guard state.state != "wanted" else {
            throw CommandFailure(
                "busy",
                "the session manager did not take the image: try again",
                exitCode: 75,
                isRetriable: true
            )
        }
        return state
    }

    private func data(_ index: Int, _ size: Int) -> String {
        Data(image.bytes.dropFirst(index * max(1, size)).prefix(max(1, size))).base64EncodedString()
    }

    private static func patiently<Reply: Sendable>(_ call: () async throws -> Reply) async throws -> Reply {
        let end = ContinuousClock.now + patience
        while true {
            do {
                return try await call()
            } catch let error as BusError
                where error.isRetriable && error.code != .noResponder && ContinuousClock.now < end
            {
                try await Task.sleep(for: .milliseconds(250))
            }
        }
    }
}

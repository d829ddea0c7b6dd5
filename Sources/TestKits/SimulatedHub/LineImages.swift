package import BusContract
internal import Foundation
internal import HubRunner
internal import ImageCleaning
internal import MessageBus
internal import OperatorConnection
internal import TestSupport
internal import VitalRecords

/// The images of a running line's records.
package struct LineImages: Sendable {
    let line: RunningLine

    /// Announces an image unchanged.
    ///
    /// - Throws: `BusError`.
    package func announce(_ image: [UInt8], of record: String) async throws -> ImageReceived {
        let body = PutImage(
            logID: try LineRecords.logID(record),
            sha256: CleanImage.sha256(of: image),
            size: image.count
        )
        return try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.putImage,
                hub: BusAddress.siteHub,
                body: body,
                timeout: Patience.answer
            )
        }
    }

    /// Hands over one part of an announced image.
    ///
    /// - Throws: `BusError`.
    package func hand(_ index: Int, of image: [UInt8], record: String) async throws -> ImageReceived {
        let part = Data(image.dropFirst(index * 40_000).prefix(40_000)).base64EncodedString()
        let body = ImagePart(
            logID: try LineRecords.logID(record),
            sha256: CleanImage.sha256(of: image),
            index: index,
            data: part
        )
        return try await line.connection.requests.call(
            SessionOperations.imagePart,
            hub: BusAddress.siteHub,
            body: body,
            timeout: Patience.answer
        )
    }

    /// Hands over an image unchanged, retrying across a restart of the session manager.
    ///
    /// - Returns: The ID of the image.
    /// - Throws: `BusError`, ``RunningLine/Failure``.
    @discardableResult
    package func put(_ image: [UInt8], of record: String) async throws -> String {
        var patience = Patience()
        while !patience.isOver {
            var state = try await announce(image, of: record)
            do {
                while state.state == .wanted, let index = state.missing.first {
                    state = try await hand(index, of: image, record: record)
                }
            } catch let error as BusError where error.isRetriable || error.code == .notFound {
                try await patience.pause()
                continue
            }
            if let id = state.imageID { return id.rawValue }
        }
        throw RunningLine.Failure(description: "the session manager did not take the image")
    }

    /// The bytes of the images at the server by image ID, and its whole journal as text.
    package func imagesAtServer() throws -> (images: [String: [UInt8]], journal: String) {
        struct Line: Decodable { let record: Record }
        struct Record: Decodable {
            let type: String
            let logID: String
            let content: Content
        }
        struct Content: Decodable { let data: String? }
        let journal = try String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)
        var images: [String: [UInt8]] = [:]
        for line in journal.split(separator: "\n") {
            let record = try JSONDecoder().decode(Line.self, from: Foundation.Data(line.utf8)).record
            guard record.type == "media", let data = record.content.data.flatMap({ Foundation.Data(base64Encoded: $0) })
            else { continue }
            images[record.logID] = Array(data)
        }
        return (images, journal)
    }
}

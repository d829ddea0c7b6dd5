internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import PictureParts

/// Fetches the newest preview of a stream, writes it and shows it.
struct PreviewViewer: Sendable {
    let hub: String
    /// What the previews were asked for with; nobody else has it.
    let key: String
    /// Where the newest one is written; nil for nowhere.
    let file: String?
    let screen: PreviewScreen

    /// Shows frames until there are no more; of those that came meanwhile the newest.
    ///
    /// - Throws: ``CommandFailure`` (65) where the file cannot be written.
    func show(_ frames: AsyncStream<OCRDidProcessResult>, _ connection: HubConnection) async throws {
        for await event in frames {
            guard let preview = event.preview else { continue }
            let wanted = file != nil || screen.showsPictures
            let picture = wanted ? await fetch(preview.picture, connection) : nil
            if let file, let picture {
                try write(picture, file)
                await screen.noteSaved()
            }
            await screen.show(event.result, preview, picture)
        }
    }

    /// The picture; nil where it is gone already, since frames follow each other fast.
    private func fetch(_ picture: PictureReference, _ connection: HubConnection) async -> [UInt8]? {
        try? await PieceReader.read(sha256: picture.sha256, size: picture.size) { offset in
            try await connection.requests.call(
                OCRTopics.pictureBytes,
                hub: hub,
                PictureBytesRequest(sha256: picture.sha256, offset: offset, previewKey: key),
                timeout: .seconds(5)
            )
        }
    }

    /// Replaces the file in one step, so that a viewer never sees a half of one; it shows a room, and is the user's alone.
    private func write(_ picture: [UInt8], _ file: String) throws {
        let next = "\(file).\(getpid()).part"
        let made = FileManager.default.createFile(
            atPath: next,
            contents: Data(picture),
            attributes: [.posixPermissions: 0o600]
        )
        guard made, unsafe rename(next, file) == 0 else {
            try? FileManager.default.removeItem(atPath: next)
            throw CommandFailure.input("\(file) cannot be written: check its rights and the room on its disk")
        }
    }
}

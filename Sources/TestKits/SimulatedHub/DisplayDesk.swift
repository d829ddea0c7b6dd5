package import BusContract
package import HubRunner
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import TestSupport
package import VitalRecords

/// Operations on photos of displays for demo and tests.
package struct DisplayDesk: Sendable {
    private let connection: HubConnection
    private let hub: String
    private let seat: String

    /// Creates a desk that asks the OCR worker of a hub on behalf of a seat.
    package init(
        _ connection: HubConnection,
        hub: String = LineSetup.hub,
        seat: String = LineSetup.seat
    ) {
        self.connection = connection
        self.hub = hub
        self.seat = seat
    }

    /// Hands over a photo, retrying across restarts of the worker.
    ///
    /// - Returns: The name of the photo.
    /// - Throws: `BusError`.
    package func hand(_ photo: [UInt8]) async throws -> String {
        let sha256 = CleanImage.sha256(of: photo)
        _ = try await LineSetup.patiently {
            try await PartSender(photo, clock: ContinuousClock()).send {
                try await connection.requests.call(
                    OCRTopics.putPicture,
                    hub: hub,
                    body: PutPicture(sha256: sha256, size: photo.count)
                )
            } part: { index, data in
                try await connection.requests.call(
                    OCRTopics.picturePart,
                    hub: hub,
                    body: PicturePart(sha256: sha256, index: index, data: data)
                )
            }
        }
        return sha256
    }

    /// Starts the recognition of a photo, or queries its progress.
    ///
    /// - Throws: `BusError`.
    package func recognize(_ name: String, id: String) async throws -> OCRJob {
        let body = RecognizePicture(
            sha256: name,
            wish: DisplayWish(type: .bloodPressure),
            seat: seat
        )
        return try await LineSetup.patiently {
            try await connection.requests.call(
                OCRTopics.recognize,
                hub: hub,
                body: body,
                id: id,
                timeout: Patience.answer
            )
        }
    }

    /// The held readings by key.
    ///
    /// - Throws: `BusError`.
    package func held() async throws -> [ReadingKey: HeldPage.Entry] {
        let page = try await LineSetup.patiently {
            try await connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: PageRequest(),
                timeout: Patience.answer
            )
        }
        return Dictionary(page.readings.map { ($0.reading.readingKey, $0) }) { first, _ in first }
    }

    /// Confirms a held reading with the true values of the display.
    ///
    /// - Throws: `BusError`.
    package func confirm(_ key: ReadingKey, truth: [Measurement]) async throws -> DecidedReading {
        try await LineSetup.patiently {
            try await connection.requests.call(
                SessionOperations.confirmReading,
                hub: BusAddress.siteHub,
                body: ConfirmReading(readingKey: key, seat: seat, measurements: truth),
                timeout: Patience.answer
            )
        }
    }
}

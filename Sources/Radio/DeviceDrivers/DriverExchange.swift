internal import DeviceCodecs

/// The open request of a session: its pieces, the device's time for an answer, and the number of times that it is sent.
struct DriverExchange: Sendable {
    private let uuid: BluetoothUUID
    private let pieceSize: Int
    private let pause: Duration
    private let patience: Duration
    private let limit: Int
    private var attempts = 0
    private var pieces: [[UInt8]] = []
    private var next = 0
    private var tries = 0

    /// Makes an exchange without an open request.
    ///
    /// - Parameters:
    ///   - pieceSize: The most bytes of one write.
    ///   - pause: The time between two pieces of one request.
    ///   - patience: The device's time for an answer.
    ///   - attempts: How often a request is sent in all.
    init(
        to uuid: BluetoothUUID,
        pieceSize: Int = 20,
        pause: Duration = .milliseconds(50),
        patience: Duration = .seconds(2),
        attempts: Int = 5
    ) {
        self.uuid = uuid
        self.pieceSize = pieceSize
        self.pause = pause
        self.patience = patience
        limit = attempts
    }

    /// Sends a request in place of the open one.
    ///
    /// - Parameter attempts: How often it is sent in all; nil for the exchange's own number.
    mutating func ask(_ bytes: [UInt8], attempts: Int? = nil) -> [DriverOutput] {
        pieces = stride(from: 0, to: bytes.count, by: pieceSize).map { Array(bytes[$0...].prefix(pieceSize)) }
        self.attempts = attempts ?? limit
        tries = 0
        return send()
    }

    /// Sends the next piece, or the whole request again; nil once it was sent often enough.
    mutating func woken() -> [DriverOutput]? {
        if next < pieces.count { return sendPiece() }
        return tries < attempts ? send() : nil
    }

    private mutating func send() -> [DriverOutput] {
        guard !pieces.isEmpty else { return [] }
        tries += 1
        next = 0
        return sendPiece()
    }

    private mutating func sendPiece() -> [DriverOutput] {
        defer { next += 1 }
        return [.write(uuid, pieces[next]), .wake(after: next + 1 < pieces.count ? pause : patience)]
    }
}

internal import DeviceCodecs

/// The open request of a session: its pieces, the device's time for an answer, and the number of times that it is sent.
struct DriverExchange: Sendable {
    private let usual: (uuid: BluetoothUUID, patience: Duration, attempts: Int)
    private let pieceSize: Int
    private let pause: Duration
    private var uuid: BluetoothUUID
    private var isCommand = false
    private var patience: Duration
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
        usual = (uuid, patience, attempts)
        self.uuid = uuid
        self.pieceSize = pieceSize
        self.pause = pause
        self.patience = patience
    }

    /// Whether a request was written to a characteristic, so that a failed write is repeated with it.
    func isOpen(on uuid: BluetoothUUID) -> Bool { !pieces.isEmpty && self.uuid == uuid }

    /// Sends a request in place of the open one.
    ///
    /// - Parameters:
    ///   - uuid: Where it is written; nil for the exchange's own characteristic.
    ///   - isCommand: Whether it is written without response even where both ways exist.
    ///   - attempts: How often it is sent in all; nil for the exchange's own number.
    ///   - patience: The device's time for an answer; nil for the exchange's own.
    mutating func ask(
        _ bytes: [UInt8],
        to uuid: BluetoothUUID? = nil,
        asCommand isCommand: Bool = false,
        attempts: Int? = nil,
        patience: Duration? = nil
    ) -> [DriverOutput] {
        self.uuid = uuid ?? usual.uuid
        self.isCommand = isCommand
        self.patience = patience ?? usual.patience
        self.attempts = attempts ?? usual.attempts
        return repeated(as: bytes)
    }

    /// Sends the next piece, or the whole request again; nil once it was sent often enough.
    ///
    /// - Parameter bytes: What is sent again instead of the open request.
    mutating func woken(sending bytes: [UInt8]? = nil) -> [DriverOutput]? {
        if next < pieces.count { return sendPiece() }
        guard tries < attempts else { return nil }
        if let bytes { cut(bytes) }
        return send()
    }

    /// Sends the open request, or another one in its place, as often as at first.
    mutating func repeated(as bytes: [UInt8]? = nil) -> [DriverOutput] {
        if let bytes { cut(bytes) }
        tries = 0
        return send()
    }

    private mutating func cut(_ bytes: [UInt8]) {
        pieces = stride(from: 0, to: bytes.count, by: pieceSize).map { Array(bytes[$0...].prefix(pieceSize)) }
    }

    private mutating func send() -> [DriverOutput] {
        guard !pieces.isEmpty else { return [] }
        tries += 1
        next = 0
        return sendPiece()
    }

    private mutating func sendPiece() -> [DriverOutput] {
        defer { next += 1 }
        let piece = pieces[next]
        let write = isCommand ? DriverOutput.command(uuid, piece) : .write(uuid, piece)
        return [write, .wake(after: next + 1 < pieces.count ? pause : patience)]
    }
}

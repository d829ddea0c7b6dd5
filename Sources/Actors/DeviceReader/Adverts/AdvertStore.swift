internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Stores which devices are read by their adverts, and the frames of their measurements.
struct AdvertStore: Sendable {
    /// The kind of the row for a device that was paired for its adverts.
    static let pairedKind = "advert"

    let store: OutboxStore

    /// Records that a person paired a device and so named its owner.
    ///
    /// - Throws: `StoreError`.
    func pair(_ device: DeviceID, as peripheralID: Int, at now: Date) async throws {
        let content = Data("\(peripheralID)".utf8)
        try await store.storePeripheralData(
            device: device.description,
            kind: Self.pairedKind,
            content: content,
            at: now
        )
    }

    /// The model as which a device was paired; nil if it was not.
    ///
    /// - Throws: `StoreError`.
    func pairing(of device: DeviceID) async throws -> Int? {
        try await store.peripheralData(device: device.description, kind: Self.pairedKind)
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// Saves waiting frames, and the link before the first of them.
    ///
    /// - Throws: `StoreError`.
    func save(_ measurement: inout AdvertMeasurement, of device: DeviceID) async throws {
        guard let first = measurement.unsaved.first else { return }
        let link: Int64
        if let known = measurement.link {
            link = known
        } else {
            let context = Data(try WireJSON.encode(measurement.context))
            link = try await store.links.begin(device: device.description, context: context, at: first.at)
            measurement.link = link
        }
        let frames = measurement.unsaved
        let rows = try await store.saveFrames(frames.map(\.row), device: device.description, link: link)
        measurement.unsaved = []
        for (row, frame) in zip(rows, frames) { try measurement.assembler.add(frame.arrived(row: row)) }
    }

    /// The last measurement that a device advertised, from its frames on disk; nil if there is none.
    ///
    /// - Throws: `StoreError`.
    func last(of device: DeviceID, options: DriverOptions) async throws -> AdvertMeasurement? {
        guard let link = try await store.links.all(of: device.description).last,
            // Absent is nil: recovery reports an unreadable context.
            let context = try? WireJSON.decode(ReadContext.self, from: Array(link.context)),
            var assembler = AdvertAssembler(of: context, options: options)
        else { return nil }
        for frame in try await frames(of: device, link: link.id) {
            // Recovery reports a frame that cannot be decoded.
            try? assembler.add(frame)
        }
        let revision = assembler.result?.measurement?.revision ?? 0
        return AdvertMeasurement(context: context, link: link.id, assembler: assembler, toldRevision: revision)
    }

    /// The frames of a link, decoded or not, oldest first.
    ///
    /// - Throws: `StoreError`.
    func frames(of device: DeviceID, link: Int64) async throws -> [ArrivedFrame] {
        try await store.frames(of: device.description).filter { $0.link == link }.compactMap { frame in
            BluetoothUUID(frame.characteristic).map {
                ArrivedFrame(row: frame.id, characteristic: $0, bytes: Array(frame.bytes), at: frame.receivedAt)
            }
        }
    }
}

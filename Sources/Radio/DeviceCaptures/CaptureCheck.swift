package import DeviceCodecs

/// What the known decoders make of a capture.
package struct CaptureCheck: Sendable {
    /// The catalogue's models that the adverts match, the most specific first.
    package let models: [Peripheral]
    /// What the protocols of adverts find.
    package let adverts: [BroadcastFinding]
    /// The results of the codecs of standard characteristics.
    package let characteristics: [CharacteristicFinding]
    /// The results of each family of makers' protocols for all other frames, the best match with the display first.
    package let families: [FamilyFinding]

    /// Runs every decoder over a capture.
    ///
    /// - Parameter shown: The values on the display; nil takes those of the capture.
    package init(_ capture: Capture, shown: String? = nil) {
        let values = ShownValues(shown ?? capture.shown ?? "")
        let sources = FrameSource.all(of: capture)
        models = Self.models(capture)
        adverts = BroadcastFinding.all(of: sources)
        characteristics = CharacteristicFinding.all(of: sources)
        let read = Set(characteristics.filter { $0.decoded > 0 }.map(\.uuid))
        families = FamilyFinding.all(
            of: sources.filter { source in source.characteristic.map { !read.contains($0) } ?? true },
            model: capture.model,
            shown: values.numbers
        )
    }

    private static func models(_ capture: Capture) -> [Peripheral] {
        var facts = capture.events.compactMap(\.advert).reduce(into: AdvertFacts(name: capture.device.name)) {
            let one = $1.facts
            $0.services += one.services
            $0.name = $0.name ?? one.name
            $0.manufacturerData.merge(one.manufacturerData) { $1 }
            $0.serviceData.merge(one.serviceData) { $1 }
        }
        facts.services += capture.services.map(\.uuid)
        return PeripheralCatalogue.standard.matches(facts)
    }
}

/// Frames of one place: a characteristic, or a part of the adverts.
package struct FrameSource: Hashable, Sendable {
    /// The most frames of a place that decoders see.
    static let most = 2_000

    /// The characteristic; nil for a part of the adverts.
    package let characteristic: BluetoothUUID?
    /// The part of the adverts; nil for a characteristic.
    package let place: AdvertPlace?
    /// The different frames, in the order of their arrival.
    package let frames: [[UInt8]]

    /// For people: `2A35`, `service data 181D`, `company 526`.
    package var label: String {
        switch place {
        case .serviceData(let service)?: "service data \(service.assigned ?? service.description)"
        case .manufacturerData(let company)?: "company \(company)"
        case nil: characteristic.map { $0.assigned ?? $0.description } ?? ""
        }
    }

    /// The places of a capture that have frames: characteristics first.
    static func all(of capture: Capture) -> [FrameSource] {
        var order: [Key] = []
        var frames: [Key: [[UInt8]]] = [:]
        func add(_ key: Key, frame: [UInt8]) {
            guard !frame.isEmpty, frames[key, default: []].count < most else { return }
            if frames[key] == nil { order.append(key) }
            if frames[key]?.contains(frame) != true { frames[key, default: []].append(frame) }
        }
        for event in capture.events where event.kind == .notified || event.kind == .read {
            if let uuid = event.characteristic, let value = event.value { add(.characteristic(uuid), frame: value) }
        }
        for facts in capture.events.compactMap(\.advert?.facts) {
            for (service, data) in facts.serviceData { add(.place(.serviceData(service)), frame: data) }
            for (company, data) in facts.manufacturerData { add(.place(.manufacturerData(company)), frame: data) }
        }
        return order.map { key in
            switch key {
            case .characteristic(let uuid): FrameSource(characteristic: uuid, place: nil, frames: frames[key] ?? [])
            case .place(let place): FrameSource(characteristic: nil, place: place, frames: frames[key] ?? [])
            }
        }
    }

    private enum Key: Hashable {
        case characteristic(BluetoothUUID)
        case place(AdvertPlace)
    }
}

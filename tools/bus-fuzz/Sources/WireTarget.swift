internal import BusContract
internal import Foundation
internal import MessageBus

/// One message, or all frames, with inputs that are taken without damage.
package struct WireTarget: Sendable {
    /// The message's name in the contract.
    package let name: String
    /// Inputs to begin with.
    package let seeds: [[UInt8]]
    /// Whether inputs are JSON, to be changed by its values.
    package let isJSON: Bool
    /// Takes an input as its receivers do; throws where it is refused.
    package let take: @Sendable (_ bytes: [UInt8]) throws -> Void

    /// Makes a target.
    package init(
        _ name: String,
        seeds: [[UInt8]],
        isJSON: Bool = true,
        _ take: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.isJSON = isJSON
        self.take = take
    }

    /// The targets of a format.
    ///
    /// - Parameters:
    ///   - examples: The folder of the contract's examples.
    ///   - frames: The file of makers' frames.
    /// - Throws: What reading them throws.
    package static func all(_ format: WireFormat, examples: String, frames: String) throws -> [WireTarget] {
        switch format {
        case .frames: [.frames]
        case .families: try families(frames)
        default: try messages(format, examples: examples)
        }
    }

    /// The messages of a format, each made of the contract's example.
    ///
    /// - Throws: What reading the folder throws.
    package static func messages(_ format: WireFormat, examples: String) throws -> [WireTarget] {
        try Contract.topics.filter { format.takes($0.name) }.compactMap { topic in
            guard case .envelope = topic.content else { return nil }
            let example = URL(filePath: examples).appending(path: "\(topic.name).json")
            let seed = Array(try Data(contentsOf: example))
            if format == .envelopes { return WireTarget(topic.name, seeds: [seed], EnvelopeReceiver.take) }
            if format == .codec { return WireTarget(topic.name, seeds: [seed], CodecReceiver.take) }
            let receiver = receivers[topic.name]
            return WireTarget(topic.name, seeds: [seed]) { bytes in
                _ = try topic.roundTrip(bytes)
                try receiver?(bytes)
            }
        }
    }

    /// What receivers do with a message beyond decoding it, by its name.
    private static let receivers = {
        var all = Receivers()
        ReadingReceiver.add(to: &all)
        PictureReceiver.add(to: &all)
        WorkReceiver.add(to: &all)
        TableReceiver.add(to: &all)
        return all.byName
    }()
}

package import HealthInputs

/// Hands a part of a history on to a collector, without what is kept: that comes from what was kept.
package struct UnkeptSink: HealthSink {
    /// Where it goes.
    package private(set) var collector: HealthCollector

    /// Makes a sink.
    package init(_ collector: HealthCollector) {
        self.collector = collector
    }

    package mutating func type(_ identifier: String) -> Int? {
        collector.options.keeps(identifier) ? nil : collector.type(identifier)
    }

    package mutating func source(_ source: HealthSource) -> Int { collector.source(source) }

    package mutating func unit(_ name: String) -> Int { collector.unit(name) }

    package mutating func receive(_ sample: HealthSample) { collector.receive(sample) }

    package mutating func receive(_ event: HealthEvent) { collector.receive(event) }
}

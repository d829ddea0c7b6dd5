/// The metrics exported to Prometheus; their names and labels are stable, because dashboards and alerts depend on them.
///
/// Names follow https://prometheus.io/docs/practices/naming. Labels are hubs, actors, instances and words of the
/// contract, never a seat, a person or a device.
package enum HealthMetric: String, CaseIterable, Sendable {
    /// The metric's type in Prometheus.
    package enum Kind: String, Sendable {
        case gauge
        case counter
    }

    case actorOnline = "vitalbus_actor_online"
    case healthAge = "vitalbus_health_age_seconds"
    case problems = "vitalbus_health_problems"
    case failed = "vitalbus_health_failed"
    case uptime = "vitalbus_uptime_seconds"
    case lastSuccess = "vitalbus_last_success_timestamp_seconds"
    case queueDepth = "vitalbus_queue_depth"
    case queueOldest = "vitalbus_queue_oldest_seconds"
    case events = "vitalbus_events_total"
    case brokerRoundTrip = "vitalbus_broker_round_trip_seconds"
    case diskFree = "vitalbus_disk_free_bytes"
    case diskSize = "vitalbus_disk_size_bytes"
    case clockSynchronized = "vitalbus_clock_synchronized"
    case clockError = "vitalbus_clock_error_seconds"
    case certificateEnd = "vitalbus_certificate_end_timestamp_seconds"
    case backupSince = "vitalbus_backup_since_timestamp_seconds"
    case destinationPaused = "vitalbus_destination_paused"
    case destinationSuccess = "vitalbus_destination_last_success_timestamp_seconds"
    case adapterPowered = "vitalbus_adapter_powered"
    case advertisement = "vitalbus_adapter_last_advertisement_timestamp_seconds"
    case records = "vitalbus_records"
    case recordsOldest = "vitalbus_records_oldest_seconds"
    case busConnected = "vitalbus_bus_connected"
    case buildInfo = "vitalbus_build_info"

    /// The metric's type in Prometheus.
    package var kind: Kind { self == .events ? .counter : .gauge }

    /// The metric's description in one line.
    package var help: String {
        switch self {
        case .actorOnline: "Whether a process reports that it is online."
        case .healthAge: "How long ago a process last published its health; every 30 s is usual."
        case .problems: "How many problems a process reports."
        case .failed: "Whether a process reports that it cannot work."
        case .uptime: "How long a process has run."
        case .lastSuccess: "When a process's own work last succeeded."
        case .queueDepth: "Queued entries of a process, by queue."
        case .queueOldest: "How long the oldest entry of a process has waited; 0 when its queues are empty."
        case .events: "Counters of a process since its start, by name."
        case .brokerRoundTrip: "How long the broker took to acknowledge a process's last state."
        case .diskFree: "Free space where a process keeps its state."
        case .diskSize: "Size of the file system where a process keeps its state."
        case .clockSynchronized: "Whether the machine's clock is synchronized."
        case .clockError: "The greatest error of the clock, as the machine's kernel estimates it."
        case .certificateEnd: "When the certificate of a process expires."
        case .backupSince: "Time of the last backup, or of the site's creation if there is none."
        case .destinationPaused: "Whether an uploader only probes a destination."
        case .destinationSuccess: "When a destination last accepted something from an uploader."
        case .adapterPowered: "Whether a hub's Bluetooth adapter is present and switched on."
        case .advertisement: "When a hub last heard a Bluetooth device."
        case .records: "Records of the site's queue, by state."
        case .recordsOldest: "How long the oldest record of the site's queue has waited; 0 when none is queued."
        case .busConnected: "Whether this exporter has a connection to the broker."
        case .buildInfo: "The exporter's version."
        }
    }
}

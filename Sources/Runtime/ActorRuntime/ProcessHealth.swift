package import BusContract
internal import DeliveryRules
package import FoundationEssentials
internal import MessageBus
internal import SwiftASN1
internal import SystemCalls
internal import VitalRecords
internal import X509

/// Adds the bootstrap's facts about process, connection and machine to an actor's health.
struct ProcessHealth: Sendable {
    private let started: Date
    private let interval: Duration
    /// The directory that contains the state of all of the machine's processes.
    private let state: String
    /// The file of the client certificate; nil if there is none.
    private let certificate: String?
    private let isClockTrusted: Bool

    init(_ context: ActorContext, keys: [ConfigurationKey], started: Date, interval: Duration) {
        self.started = started
        self.interval = interval
        state = context.stateDirectory.deletingLastPathComponent().path
        // Absent is nil: the configuration was checked at the start.
        certificate = try? context.configuration[CommonSettings.tlsCertificate]
        let isDeclared = keys.contains { $0.name == CommonSettings.clockTrusted.key.name }
        // Absent is nil: the configuration was checked at the start.
        isClockTrusted = isDeclared && (try? context.configuration[CommonSettings.clockTrusted]) == true
    }

    /// The complete health.
    ///
    /// - Parameters:
    ///   - health: The actor's facts, which take precedence.
    ///   - roundTrip: How long the broker took to acknowledge the last state.
    func completed(_ health: HealthFacts, roundTrip: Duration?, now: Date) -> HealthFacts {
        var health = health
        health.uptimeSeconds = Int(clamping: now.timeIntervalSince(started))
        health.intervalSeconds = Int(clamping: interval.components.seconds)
        health.brokerMilliseconds = roundTrip.map { $0 / .milliseconds(1) }
        health.disk = DiskSpace(at: state).map {
            ActorHealth.Disk(freeBytes: $0.freeBytes, totalBytes: $0.totalBytes)
        }
        health.clock = ActorHealth.Clock(
            synchronized: isClockTrusted || HubClock.isSynchronized(),
            errorSeconds: KernelClock.errorMicroseconds.map { Double($0) / 1_000_000 }
        )
        if health.certificate == nil, let term = certificate.flatMap(CertificateTerm.init(file:)) {
            health.certificate = term.health
        }
        health.backup = backup(health.backup)
        return health
    }

    private func backup(_ known: ActorHealth.Backup?) -> ActorHealth.Backup {
        let made = BackupRecord.read(state: state)?.made
        // Absent is nil: without the key the site's age is unknown.
        let key = try? FileManager.default.attributesOfItem(atPath: "\(state)/site-key")
        return ActorHealth.Backup(
            made: made,
            since: made ?? key?[.modificationDate] as? Date,
            isOfThisStore: known?.isOfThisStore
        )
    }
}

/// The validity period of a certificate.
package struct CertificateTerm: Sendable, Hashable {
    /// How long before its creation a site's certificate is valid, in seconds.
    package static let leeway: TimeInterval = 2 * 86_400

    /// Its first moment.
    package let begins: Date
    /// Its last moment.
    package let ends: Date

    /// Creates a validity period.
    package init(begins: Date, ends: Date) { (self.begins, self.ends) = (begins, ends) }

    /// Reads the first certificate of a PEM file; nil if there is no readable one.
    package init?(file: String) {
        // Absent is nil: the user of the certificate reports the error in its file.
        guard let data = try? Data(contentsOf: URL(filePath: file)),
            let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: data, as: UTF8.self)),
            let document = documents.first(where: { $0.discriminator == "CERTIFICATE" }),
            let certificate = try? Certificate(pemDocument: document)
        else { return nil }
        (begins, ends) = (certificate.notValidBefore, certificate.notValidAfter)
    }

    /// The time of its renewal, after two thirds of its validity since its creation.
    package var renewal: Date {
        let start = min(begins + Self.leeway, ends)
        return start + ends.timeIntervalSince(start) * 2 / 3
    }
}

extension CertificateTerm {
    /// The period in the form of an actor's health.
    package var health: ActorHealth.Certificate { ActorHealth.Certificate(renewal: renewal, ends: ends) }
}

package import BusContract
internal import DeliveryRules
package import FoundationEssentials
internal import MessageBus
internal import SwiftASN1
internal import SystemCalls
internal import VitalRecords
internal import X509

/// Adds to an actor's health what the bootstrap knows: of the process, of its connection and of its machine.
struct ProcessHealth: Sendable {
    private let started: Date
    private let interval: Duration
    /// The directory below which all processes of the machine keep their state.
    private let state: String
    /// The file of the certificate that the broker is shown; nil where it is shown none.
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

    /// The whole health.
    ///
    /// - Parameters:
    ///   - health: What the actor says; what it knows better stays.
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
        // Absent is nil: a key that is not there does not say how old the site is.
        let key = try? FileManager.default.attributesOfItem(atPath: "\(state)/site-key")
        return ActorHealth.Backup(
            made: made,
            since: made ?? key?[.modificationDate] as? Date,
            isOfThisStore: known?.isOfThisStore
        )
    }
}

/// The term of a certificate.
package struct CertificateTerm: Sendable, Hashable {
    /// How long before its making a certificate of a site begins, in seconds.
    package static let leeway: TimeInterval = 2 * 86_400

    /// When it begins.
    package let begins: Date
    /// When it ends.
    package let ends: Date

    /// Makes a term.
    package init(begins: Date, ends: Date) { (self.begins, self.ends) = (begins, ends) }

    /// Reads the first certificate of a PEM file; nil where there is none that can be read.
    package init?(file: String) {
        // Absent is nil: who needs the certificate says what is wrong with its file.
        guard let data = try? Data(contentsOf: URL(filePath: file)),
            let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: data, as: UTF8.self)),
            let document = documents.first(where: { $0.discriminator == "CERTIFICATE" }),
            let certificate = try? Certificate(pemDocument: document)
        else { return nil }
        (begins, ends) = (certificate.notValidBefore, certificate.notValidAfter)
    }

    /// From when on it is to be renewed: two thirds of its time since it was made are over.
    package var renewal: Date {
        let start = min(begins + Self.leeway, ends)
        return start + ends.timeIntervalSince(start) * 2 / 3
    }
}

extension CertificateTerm {
    /// The term as health tells it.
    package var health: ActorHealth.Certificate { ActorHealth.Certificate(renewal: renewal, ends: ends) }
}

import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SimulatedHub
import TestSupport
import Testing

/// The hub's disk fills up in the middle of a run.
@Suite(.serialized) struct HardMomentsDiskTests {
    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func aFullDiskLosesAndDoublesNothing() async throws {
        var settings = RunningLine.Settings()
        settings.readings = 4
        settings.prepare = { try SmallDisk.mount($0.state, size: "8m") }
        settings.cleanUp = { SmallDisk.unmount($0.state) }
        for actor in ["session-manager", "uploader", "device-reader", "ble-scanner"] {
            settings.configuration[actor] = ["health.interval": "1s"]
        }
        try await RunningLine.with(settings) { line in
            try await line.waitForAccepted(1)
            let watch = try await FailureWatch(line)
            let ballast = try Ballast("\(line.folder.state)/ballast")
            #expect(ballast.size > 100_000, "the disk was full before")
            // A reading submitted now is refused with a clear error, not lost.
            await #expect { try await line.submit([RunningLine.reading(40)], patiently: false) } throws: { error in
                (error as? BusError)?.code == .noSpace
            }
            for child in ["session-manager", "device-reader"] {
                try await line.states.waitForHealth(child, what: "the full disk in its health") { health in
                    health.status == .failed && health.problems.contains { $0.code == "storeUnavailable" }
                }
            }
            // A device must not erase what cannot be stored: it is not read now, and the reason is published.
            let cuff = LineScenario.addresses[0]
            let device = try line.radio.device(cuff)
            try await line.radio.measure(Triple(systolic: 129, diastolic: 89, pulse: 69), at: cuff)
            try await line.wait("why the cuff was not read") { watch.passive(device) == .storeUnavailable }
            watch.end()
            try ballast.remove()
            try await line.waitForEnd()
            try await line.wait("nine told records") { try await line.toldSubmitted().count >= 9 }
            for child in ["session-manager", "device-reader"] {
                try await line.states.waitForHealth(child, what: "health again") { $0.status != .failed }
            }
            let summary = try await line.summary()
            #expect(summary.accepted == 9)
            #expect(summary.duplicates == 0)
            #expect(await line.truth.measured.count == 9)
            #expect(await line.lost == 0)
            let told = try await line.toldSubmitted()
            #expect(told.count == 9 && Set(told).count == 9)
        }
    }
}

/// A file that takes up all the space left on a disk.
struct Ballast {
    let path: String
    let size: Int

    init(_ path: String) throws {
        self.path = path
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var size = 0
        for piece in [65_536, 4_096, 1] {
            let bytes = Data(count: piece)
            while (try? file.write(contentsOf: bytes)) != nil { size += piece }
        }
        try file.close()
        self.size = size
    }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}

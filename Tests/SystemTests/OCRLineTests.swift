import BusContract
import ContractLiterals
import Foundation
import GRDB
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// Photos of displays from the bus to the server, whatever is killed in between.
@Suite(.serialized) struct OCRLineTests {
    private static func settings() -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.ocrWorkers = 2
        settings.configuration["uploader"] = ["destination.inform.paths.image": "/connect/provider/media"]
        return settings
    }

    @Test func aPhotoIsReadHeldConfirmedAndSubmittedWithItsImage() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let desk = DisplayDesk(line.connection)
            let (photo, name) = try await line.readablePhoto()
            let job = try await line.read(name, id: "the-photo")
            try await line.wait("it is held") { try await desk.held()[job.readingKey]?.picture != nil }
            let entry = try #require(try await desk.held()[job.readingKey])
            #expect(entry.reason == "awaitsConfirmation" && entry.reading.source.kind == .ocr)
            #expect(try await line.summary().accepted == 0, "nothing goes out unverified")
            // The person sees the same picture that goes to the server.
            let file = "\(line.folder.path)/display.jpg"
            let show = try await ProgramRun(
                "vitalbus",
                ["held", "show", "--state", line.folder.state, "--picture", file, job.readingKey.rawValue]
            )
            #expect(show.exit == .code(0), "\(show.text)")
            let decided = try await desk.confirm(job.readingKey, truth: photo.truth)
            #expect(decided.outcome == "accepted" && decided.imageID != nil)
            try await line.wait("the image") { try await line.summary().images == 1 }
            let summary = try await line.summary()
            #expect(summary.accepted == 1 && summary.duplicates == 0 && summary.imageDuplicates == 0)
            #expect(
                try line.images.imagesAtServer().images.map(\.value) == [
                    Array(try Data(contentsOf: URL(filePath: file)))
                ]
            )
            try await line.wait("no file left") { try line.imageFiles().isEmpty }
        }
    }

    @Test func aPersonHandsAPhotoOverByCommandAndErasingTheSeatTakesItAway() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let desk = DisplayDesk(line.connection)
            let (photo, _) = try await line.readablePhoto()
            let (file, state) = ("\(line.folder.path)/cuff.jpg", ["--state", line.folder.state])
            try Data(photo.jpeg).write(to: URL(filePath: file))
            let seat = ["--seat", LineSetup.seat]
            let send = ["photo", "send", file, "--type", "bloodPressure"] + seat + state
            let (first, again) = (try await ProgramRun("vitalbus", send), try await ProgramRun("vitalbus", send))
            #expect(first.exit == .code(0) && first.text == again.text, "\(first.text) \(again.text)")
            #expect(first.text.contains("held for confirmation") && first.text.contains("vitalbus held confirm rnd1-"))
            try await line.wait("it is held once") { try await desk.held().count == 1 }
            let end = try await ProgramRun("vitalbus", ["session", "end"] + seat + state)
            #expect(end.exit == .code(0), "\(end.text)")
            let erase = try await ProgramRun("vitalbus", ["seat", "erase", LineSetup.seat, "--yes"] + state)
            #expect(erase.exit == .code(0) && erase.text.contains("displays: "), "\(erase.text)")
            #expect(try await desk.held().isEmpty)
            let more = try await ProgramRun("vitalbus", ["seat", "erase", LineSetup.seat, "--yes"] + state)
            #expect(more.exit == .code(0) && !more.text.contains("displays: "), "nothing is left: \(more.text)")
        }
    }

    @Test func aFolderIsWatchedUntilItsFramesAgreeAndAMissingCameraIsTold() async throws {
        let frames = try TemporaryFolder()
        var settings = Self.settings()
        settings.configuration["ocr-worker", default: [:]]["cameras"] = "desk=/dev/vitalbus-has-none"
        settings.configuration["ocr-worker", default: [:]]["folders"] = frames.url.path
        try await RunningLine.with(settings) { line in
            let desk = DisplayDesk(line.connection)
            let state = ["--state", line.folder.state, "--type", "bloodPressure"]
            let (photo, _) = try await line.readablePhoto()
            let missing = try await ProgramRun("vitalbus", ["photo", "watch", "desk"] + state)
            #expect(missing.exit == .code(69) && missing.text.contains("'desk' of hub"), "\(missing.text)")
            let empty = frames.url.appending(path: "empty")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
            let blank = Data(SampleImages.plainPNG(side: 640))
            for number in 100...300 { try blank.write(to: empty.appending(path: "frame-\(number).png")) }
            // The end of a cancelled job is announced as well.
            let late = try await ProgramRun("vitalbus", ["photo", "watch", empty.path, "--seconds", "1"] + state)
            #expect(late.exit == .code(75) && late.text.contains("did not agree in time"), "\(late.text)")
            for number in 10...40 {
                try Data(photo.jpeg).write(to: frames.url.appending(path: "frame-\(number).jpg"))
            }
            let watch = try await ProgramRun("vitalbus", ["photo", "watch", frames.url.path] + state)
            #expect(watch.exit == .code(0) && watch.text.contains("frame 2: "), "\(watch.text)")
            #expect(watch.text.contains("held for confirmation") && watch.text.contains("--seat SEAT"))
            try await line.wait("it is held") { try await desk.held().count == 1 }
        }
    }

    /// Two seats without shared values: a person's, with hints for holding the meter, and the default user's.
    @Test func aPreviewIsForWhoAskedAndOfTheDefaultUserNothingIsKept() async throws {
        let (frames, other) = (try TemporaryFolder(), "room-2")
        var settings = Self.settings()
        settings.configuration["ocr-worker", default: [:]]["folders"] = frames.url.path
        settings.configuration["ocr-worker"]?["share-values"] = "false"
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),\(other)"]
        try await RunningLine.with(settings) { line in
            let (desk, state) = (DisplayDesk(line.connection), ["--state", line.folder.state])
            let (photo, _) = try await line.readablePhoto()
            for number in 10...40 {
                try Data(photo.jpeg).write(to: frames.url.appending(path: "frame-\(number).jpg"))
            }
            let heard = try await line.looks()
            let file = "\(line.folder.path)/preview.jpg"
            let meter = ["--type", "bloodPressure"]
            let mine = ["photo", "preview", frames.url.path, "--seat", LineSetup.seat, "--save", file] + meter + state
            let preview = try await ProgramRun("vitalbus", mine)
            #expect(preview.exit == .code(0) && preview.text.contains("held for confirmation"), "\(preview.text)")
            #expect(try Data(contentsOf: URL(filePath: file)).starts(with: [0xFF, 0xD8]), "a picture to look at")
            try await line.wait("it is held") { try await desk.held().count == 1 }
            let looks = await heard()
            let shown = try #require(looks.compactMap(\.preview).first)
            #expect(looks.allSatisfy { $0.result.text.isEmpty && $0.result.crop == nil }, "values are not shared")
            let error = await #expect(throws: BusError.self, "and the frame is for who asked alone") {
                let body = PictureBytesRequest(sha256: shown.picture.sha256, offset: 0)
                _ = try await line.connection.requests.call(OCRTopics.pictureBytes, hub: LineSetup.hub, body: body)
            }
            #expect(error?.code == .notFound)

            let session = ["session", "start", "--seat", other, "--default-user"] + state
            let begun = try await ProgramRun("vitalbus", session)
            #expect(begun.exit == .code(0), "\(begun.text)")
            try await expectNothingKept(DisplayDesk(line.connection, seat: other), line, photo)
            let cuff = "\(line.folder.path)/cuff.jpg"
            try Data(photo.jpeg).write(to: URL(filePath: cuff))
            let sent = try await ProgramRun("vitalbus", ["photo", "send", cuff, "--seat", other] + meter + state)
            #expect(sent.exit == .code(65) && sent.text.contains("not stored (default user)"), "\(sent.text)")
            #expect(!sent.text.contains("held confirm"), "a command that would fail: \(sent.text)")
            let watch = ["photo", "watch", frames.url.path, "--seat", other]
            let watched = try await ProgramRun("vitalbus", watch + meter + state)
            #expect(watched.exit == .code(65) && watched.text.contains("not stored"), "\(watched.text)")
            #expect(try await desk.held().count == 1, "the person's alone")
        }
    }

    /// The session's state reaches the worker on its own way, so on a busy machine the first photos count as held.
    private func expectNothingKept(_ desk: DisplayDesk, _ line: RunningLine, _ photo: DisplayPhoto) async throws {
        let name = try await desk.hand(photo.jpeg)
        try await line.wait("the worker knows the session") {
            let id = "nobodys-\(UUID().uuidString)"
            try await line.wait("it is read") { try await desk.recognize(name, id: id).state != "waiting" }
            let job = try await desk.recognize(name, id: id)
            #expect(job.state == "done", "\(job)")
            return job.disposition == .notStored
        }
    }

    @Test func whoeverIsKilledEachPhotoGivesOneRecordAndOneImage() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let desk = DisplayDesk(line.connection)
            let (photo, name) = try await line.readablePhoto()
            let ids = (1...8).map { "photo-\($0)" }
            for id in ids { _ = try await desk.recognize(name, id: id) }
            // The worker is killed twice with pictures in progress, and the receiver in between.
            try await line.kill("ocr-worker-o1")
            _ = try await line.read(name, id: ids[0])
            try await line.kill("session-manager")
            try await line.kill("ocr-worker-o1")
            var found: Set<ReadingKey> = []
            for id in ids { found.insert(try await line.read(name, id: id).readingKey) }
            let keys = found
            #expect(keys.count == ids.count)
            try await line.wait("all are held with their pictures") {
                let held = try await desk.held()
                return keys.allSatisfy { held[$0]?.picture != nil }
            }
            #expect(Set(try await desk.held().keys) == keys, "and nothing else")
            for key in keys { #expect(try await desk.confirm(key, truth: photo.truth).imageID != nil) }
            try await line.kill("session-manager")
            try await line.wait("all images") { try await line.summary().images >= ids.count }
            let summary = try await line.summary()
            #expect(summary.accepted == ids.count && summary.images == ids.count)
            #expect(summary.duplicates == 0 && summary.imageDuplicates == 0)
        }
    }

    /// A picture that blocks its reader, which is killed each time: the mark in its row was stored before.
    @Test func aPictureThatEndsTheWorkerIsNotReadForEver() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let desk = DisplayDesk(line.connection)
            let (_, name) = try await line.readablePhoto()
            let trap = try await desk.hand(SampleImages.plainPNG(side: 64))
            try line.replacePictureByPipe(of: trap)
            _ = try await desk.recognize(trap, id: "trap")
            for end in 1...5 {
                try await line.wait("it is begun for time \(end)") {
                    try line.job("trap").map { $0.isBegun && $0.strain == 4 * end } ?? false
                }
                try await line.kill("ocr-worker-o1")
            }
            try await line.wait("it is given up") { try await desk.recognize(trap, id: "trap").state == "failed" }
            #expect(try await desk.recognize(trap, id: "trap").error?.code == "givenUp")
            let job = try await line.read(name, id: "another")
            #expect(job.state == "done", "the next one is read")
            try await line.wait("it alone is held") { try await desk.held().keys.map(\.self) == [job.readingKey] }
        }
    }
}

extension RunningLine {
    /// Listens to the streams' frames from now on; the returned call gives those heard so far.
    fileprivate nonisolated func looks() async throws -> @Sendable () async -> [OCRDidProcessResult] {
        let topics = [OCRTopics.ocrDidProcessResult.descriptor]
        let events = try await connection.client.subscribe(to: topics, hub: LineSetup.hub, capacity: 1_024)
        let listening = Task {
            var looks: [OCRDidProcessResult] = []
            for await message in events {
                if let look = try? Envelope<OCRDidProcessResult>.decode(message.payload).data { looks.append(look) }
            }
            return looks
        }
        return {
            events.cancel()
            return await listening.value
        }
    }

    /// A drawn photo that gives a reading, and its name at the worker.
    fileprivate nonisolated func readablePhoto() async throws -> (DisplayPhoto, String) {
        let desk = DisplayDesk(connection)
        for seed in UInt64(1)...12 {
            let photo = try DisplayPhoto(seed: seed)
            let name = try await desk.hand(photo.jpeg)
            let job = try await read(name, id: "try-\(seed)")
            guard job.state == "done", job.result?.refused == nil else { continue }
            // The attempt itself created a held reading, which is discarded.
            try await wait("it is held") { try await desk.held()[job.readingKey] != nil }
            _ = try await connection.requests.call(
                SessionOperations.discardReading,
                hub: BusAddress.siteHub,
                body: DiscardReading(readingKey: job.readingKey)
            )
            return (photo, name)
        }
        throw NeverHappened(what: "one of the drawn photos shows a reading")
    }

    /// Waits until a photo is read.
    fileprivate nonisolated func read(_ name: String, id: String) async throws -> OCRJob {
        let desk = DisplayDesk(connection)
        _ = try await desk.recognize(name, id: id)
        try await wait("photo \(id) is read") { try await desk.recognize(name, id: id).state != "waiting" }
        return try await desk.recognize(name, id: id)
    }

    /// The folder in which the OCR worker stores photos and jobs.
    private nonisolated var photos: URL { URL(filePath: "\(plan.layout.state)/\(LineSetup.hub).ocr-worker.o1") }

    private nonisolated func row(_ sql: String, of name: String) throws -> Row? {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(20)
        let file = photos.appending(path: "ocr-jobs.sqlite").path
        let database = try DatabaseQueue(path: file, configuration: configuration)
        defer { try? database.close() }
        return try database.read { try Row.fetchOne($0, sql: sql, arguments: [name]) }
    }

    /// Whether a job has begun, and its strain.
    fileprivate nonisolated func job(_ id: String) throws -> (isBegun: Bool, strain: Int)? {
        try row("SELECT state, strain FROM jobs WHERE log_id = ?", of: id).map {
            ($0["state"] == "leased", $0["strain"])
        }
    }

    /// Replaces a picture by a pipe without a writer, on which a reader waits for ever.
    fileprivate nonisolated func replacePictureByPipe(of name: String) throws {
        let row = try #require(try row("SELECT file FROM pictures WHERE sha256 = ?", of: name))
        let files = photos.appending(path: "pictures")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: files.path).first { $0.contains(row["file"] as String) }
        )
        let path = files.appending(path: file).path
        try FileManager.default.removeItem(atPath: path)
        try #require(unsafe mkfifo(path, 0o600) == 0)
    }
}

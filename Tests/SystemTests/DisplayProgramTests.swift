import Foundation
import HubRunner
import Processes
import TestSupport
import Testing

/// Only one program links the displays' libraries; the commands that need them continue in it.
@Suite struct DisplayProgramTests {
    private static let libraries = ["liblept", "libheif", "libopenblas", "libzbar"]

    private func libraries(of program: String) async throws -> String {
        let ldd = try await ChildProcess.start(
            ChildCommand("/usr/bin/ldd", arguments: ["\(ProgramFolder.path)/\(program)"], name: "ldd", output: .lines)
        )
        var text = ""
        for await line in ldd.lines { text += line + "\n" }
        #expect(await ldd.waitUntilExit().isSuccess)
        return text
    }

    @Test func theActorsProgramLinksNoLibraryOfTheDisplays() async throws {
        let (actors, displays) = (try await libraries(of: "vitalbus"), try await libraries(of: "ocr-worker"))
        #expect(actors.contains("libmosquitto") && displays.contains("libmosquitto"))
        for library in Self.libraries {
            #expect(!actors.contains(library))
            #expect(displays.contains(library), "the name is wrong: \(library)")
        }
    }

    @Test func aCommandGoesOnInTheProgramThatHasThem() async throws {
        let folder = try TemporaryFolder()
        let picture = folder.url.appending(path: "a.png")
        try Data(SampleImages.plainPNG(side: 64)).write(to: picture)
        let scan = try await ProgramRun("vitalbus", ["scan", picture.path])
        #expect(scan.exit == .code(65) && scan.text.contains(#""reason":"noCode""#), "\(scan.text)")
        let phone = folder.url.appending(path: "b.heic")
        try #require(Data(base64Encoded: SampleImages.heicWithPlace)).write(to: phone)
        let heic = try await ProgramRun("vitalbus", ["scan", phone.path])
        #expect(heic.exit == .code(65) && heic.text.contains(#""reason":"noCode""#), "\(heic.text)")
        let ocr = try await ProgramRun("vitalbus", ["ocr", picture.path, phone.path])
        #expect(ocr.exit == .code(65) && ocr.text.contains("vitalbus: 2 of 2 photos gave no reading"), "\(ocr.text)")
    }

    @Test func withoutThatProgramOneLineNamesItAndTheWayOut() async throws {
        let alone = URL(filePath: ProgramFolder.path).appending(path: "alone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: alone, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: alone) }
        let program = alone.appending(path: "vitalbus")
        try FileManager.default.linkItem(atPath: "\(ProgramFolder.path)/vitalbus", toPath: program.path)
        for (arguments, code) in [(["ocr", "--help"], Int32(0)), (["ocr"], 64), (["scan", "a.jpg"], 69)] {
            let child = try await ChildProcess.start(
                ChildCommand(program.path, arguments: arguments, name: "vitalbus", output: .lines)
            )
            var lines: [String] = []
            for await line in child.lines { lines.append(line) }
            #expect(await child.waitUntilExit() == .code(code), "\(arguments): \(lines)")
            guard code == 69 else { continue }
            #expect(lines.count == 1 && lines[0].contains("ocr-worker") && lines[0].contains("build all programs"))
        }
    }
}

internal import ArgumentParser
import Foundation
import VitalbusCommand

/// The operator's program, which also runs the actors of a hub and a site under their names.
@main
enum Main {
    static func main() async {
        let name = CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let name, let actor = ActorPrograms.command(name) { await actor.main(arguments) }
        exit(await VitalbusProgram.run(arguments))
    }
}

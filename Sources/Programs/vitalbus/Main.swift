import Foundation
import VitalbusCommand

/// The operator's program.
@main
enum Main {
    static func main() async {
        exit(await VitalbusProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}

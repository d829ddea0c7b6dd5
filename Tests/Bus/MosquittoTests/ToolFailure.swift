/// A command line tool that a test needs failed.
struct ToolFailure: Error {
    let tool: String
    let status: Int32
}

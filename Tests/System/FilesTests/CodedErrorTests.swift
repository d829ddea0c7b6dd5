import CodedErrors
import Files
import FoundationEssentials
import Glibc
import Testing

struct CodedErrorTests {
    private enum PlainCode: String, ErrorCode {
        case broken
    }

    @Test func theCodeSaysWhetherARetryHelpsUnlessTheErrorDoes() {
        #expect(FileError(.locked, message: "held").isRetriable)
        #expect(!FileError(.locked, message: "held", isRetriable: false).isRetriable)
        #expect(!CodedError<PlainCode>(.broken, message: "in two").isRetriable)
        #expect(CodedError<PlainCode>(.broken, message: "in two", isRetriable: true).isRetriable)
    }

    @Test func wordsBeginWithTheCode() {
        #expect("\(FileError(.lockFile, message: "cannot be opened", errno: 13))" == "lockFile: cannot be opened")
    }

    @Test func peopleReadTheMessageWithoutTheCode() {
        let error = FileError(.lockFile, message: "/x/lock cannot be opened", errno: 13)
        #expect(error.plainWords == "/x/lock cannot be opened")
        #expect(error.fileWords == "/x/lock cannot be opened")
        #expect(CancellationError().plainWords == "CancellationError()")
    }

    @Test func peopleReadTheSystemsWordsOfAFilesFault() {
        #expect(POSIXError(.EACCES).fileWords == "Permission denied")
        #expect(CocoaError(.fileReadCorruptFile).fileWords == "file error 259")
    }

    @Test func anErrorIsNamedAsItsModuleNamesIt() {
        #expect(FileError(.secretFile, message: "").typeName == "FileError")
        #expect(CancellationError().typeName == "CancellationError")
    }
}

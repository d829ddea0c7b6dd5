import Curl
import Testing

/// Performs a request that must fail, and returns its error.
func failure(
    of request: CurlRequest,
    with client: CurlClient,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CurlError {
    let error = await #expect(throws: CurlError.self, sourceLocation: sourceLocation) {
        _ = try await client.perform(request)
    }
    return try #require(error, sourceLocation: sourceLocation)
}

/// The kinds of faults.
///
/// Those of the first group refuse the request, unless the fault says `"accepts": true`; those of
/// the second carry it out first.
public enum FaultKind: String, Codable, CaseIterable, Sendable {
    /// Another status with the API's own error body.
    case status
    /// A page of HTML with 200, as a captive portal sends it.
    case captivePortal
    /// 302 to another host.
    case redirect
    /// The connection is reset before the request is carried out.
    case resetBefore
    /// Nothing is read for the time given; then all goes on.
    case stallBefore

    /// The connection is reset after the request was carried out, without an answer.
    case resetAfter
    /// The answer waits for the time given.
    case stallAfter
    /// Half of the answer's body under the length of the whole, then the connection's end.
    case halfAnswer
    /// The answer's status with a body that is not JSON.
    case notJSON
    /// The answer without its id.
    case withoutID
    /// The answer as `text/html`.
    case wrongContentType
    /// The answer's body byte by byte, with the time given between two.
    case drip
    /// Of several records the one in the middle is refused with 422; the others are carried out.
    case refuseOne
    /// The answer to several records speaks of the first half of them only.
    case halfList
    /// The answer to several records speaks of them in the other order.
    case reversed
    /// All is late by the time given; other faults happen beside it.
    case latency
}

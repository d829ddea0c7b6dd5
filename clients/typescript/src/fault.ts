/** What an actor answered, or why it could not be asked; `code` is the contract's, or one of the client's own. */
export class Fault extends Error {
  /**
   * @param code Go by `retriable` where you do not know it. The client's own: `notConnected`, `noResponder`,
   *   `deadlineExceeded`, `notAuthorized`.
   */
  constructor(readonly code: string, readonly detail: string, readonly retriable = false) {
    super(`${code}: ${detail}`);
    this.name = "Fault";
  }

  /** An `error` of a reply. */
  static read(value: unknown): Fault {
    if (typeof value !== "object" || value === null) return new Fault("malformed", "the reply has neither 'ok' nor 'error'");
    const { code, message, retriable } = value as { [key: string]: unknown };
    return new Fault(String(code), String(message), retriable === true);
  }

  /** Nothing came in time. */
  static late(what: string, milliseconds: number): Fault {
    return new Fault("deadlineExceeded", `${what} within ${milliseconds / 1000} s`, true);
  }
}

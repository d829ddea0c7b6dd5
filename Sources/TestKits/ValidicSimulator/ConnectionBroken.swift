/// Thrown to leave a request whose connection was ended on purpose.
struct ConnectionBroken: Error {}

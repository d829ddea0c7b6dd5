import CMosquitto
import Glibc

/// One `struct mosquitto`, for one connection only; releasing it destroys it and everything that it has queued.
///
/// The library sends what a broken connection left behind on the next one, and a publish that failed would go out all
/// the same. A new handle for each connection rules that out.
///
/// `@unchecked Sendable`: the handle is first used on the connect queue alone, then on the actor's queue alone; it moves
/// between them once, and the library locks around its own state.
final class ClientHandle: @unchecked Sendable {
    /// The handle; it must not outlive this object.
    let pointer: OpaquePointer

    /// Makes a handle with every setting of the configuration.
    ///
    /// - Throws: ``MosquittoError`` when the library refuses a setting.
    init(_ configuration: MosquittoConfiguration) throws {
        let result = MosquittoLibrary.initialization
        guard result == MOSQ_ERR_SUCCESS.rawValue, let pointer = mosquitto_new(configuration.clientID, true, nil) else {
            throw MosquittoError(result: result, action: "MQTT library", fallback: .library)
        }
        self.pointer = pointer
        try apply(configuration)
    }

    deinit {
        mosquitto_destroy(pointer)
    }

    /// The socket, or `nil` once the library has closed it.
    var socket: Int32? {
        let descriptor = mosquitto_socket(pointer)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Resolves the name, opens the socket and queues CONNECT; it blocks, for minutes if a host swallows packets.
    func connect(_ configuration: MosquittoConfiguration) -> Result<Void, MosquittoError> {
        let (host, port) = configuration.endpoint.libraryAddress
        let keepAlive = Int32(clamping: configuration.keepAlive.components.seconds)
        let action = "MQTT connection to \(configuration.endpoint)"
        do {
            var properties = PropertyList()
            // Room for the topic and the properties beside the payload (MQTT 5 §3.1.2.11.4).
            let largestPacket = UInt32(clamping: configuration.messageSizeLimit + 262_144)
            try properties.add(MQTT_PROP_MAXIMUM_PACKET_SIZE, number: largestPacket)
            errno = 0
            let (result, number) = properties.withList {
                let result = mosquitto_connect_bind_v5(pointer, host, port, keepAlive, nil, $0)
                return (result, errno)
            }
            guard result == MOSQ_ERR_SUCCESS.rawValue else {
                throw MosquittoError(result: result, errorNumber: number, action: action, fallback: .connectFailed)
            }
            return .success(())
        } catch let error as MosquittoError {
            return .failure(error)
        } catch {
            return .failure(MosquittoError(.connectFailed, "\(action): \(error)"))
        }
    }
}

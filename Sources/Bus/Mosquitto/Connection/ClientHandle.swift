internal import BusEndpoints
import CMosquitto
internal import CodedErrors
import Glibc

/// A `struct mosquitto` for one connection only; releasing it destroys it and its queue.
///
/// The library would send the leftovers of a broken connection on the next one, including a publish that has failed. A
/// new handle for each connection prevents that.
///
/// `@unchecked Sendable`: the handle is first used only on the connect queue, then only on the actor's queue. It moves
/// between them once, and the library locks its own state.
final class ClientHandle: @unchecked Sendable {
    /// The handle; it must not outlive this object.
    let pointer: OpaquePointer

    /// Creates a handle with every setting of the configuration.
    ///
    /// - Throws: ``MosquittoError`` if the library rejects a setting.
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
            // Room for the topic and the properties in addition to the payload (MQTT 5 §3.1.2.11.4).
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
            return .failure(MosquittoError(.connectFailed, message: "\(action): \(error.plainWords)"))
        }
    }
}

extension ClientHandle {
    /// Connects every callback to a connection.
    ///
    /// The callbacks run only inside loop calls by the connection itself, on its queue. There the connection is alive,
    /// needs no retain, and is entered by `assumeIsolated`. They copy their arguments and let the connection act later,
    /// because the library holds its callback lock.
    func installCallbacks(of connection: MosquittoConnection) {
        mosquitto_user_data_set(pointer, Unmanaged.passUnretained(connection).toOpaque())
        installConnectionCallbacks()
        installRequestCallbacks()
        mosquitto_message_v5_callback_set(pointer) { _, context, message, properties in
            guard let message else { return }
            let copy = InboundMessage(copying: message.pointee, properties: properties)
            ClientHandle.enter(context) { $0.intake.take(copy) }
        }
    }

    private func installConnectionCallbacks() {
        mosquitto_connect_v5_callback_set(pointer) { _, context, reason, flags, _ in
            let code = ReasonCode(rawValue: UInt8(clamping: reason))
            ClientHandle.enter(context) { $0.connectAnswered(code, sessionPresent: flags & 1 == 1) }
        }
        mosquitto_disconnect_v5_callback_set(pointer) { _, context, reason, _ in
            // Below 128 it is an error number of the library, which the loop call also returns.
            guard reason >= 128, let code = UInt8(exactly: reason) else { return }
            ClientHandle.enter(context) { $0.link?.disconnectReceived(ReasonCode(rawValue: code)) }
        }
    }

    private func installRequestCallbacks() {
        mosquitto_publish_v5_callback_set(pointer) { _, context, messageID, reason, _ in
            let code = ReasonCode(rawValue: UInt8(clamping: reason))
            ClientHandle.enter(context) { $0.publishing.answered(messageID, reason: code) }
        }
        mosquitto_subscribe_v5_callback_set(pointer) { _, context, messageID, count, granted, _ in
            guard count > 0, let granted else { return }
            let code = ReasonCode(rawValue: UInt8(clamping: granted[0]))
            ClientHandle.enter(context) { $0.subscribing.answered(messageID, reason: code) }
        }
        mosquitto_unsubscribe_v5_callback_set(pointer) { _, context, messageID, _ in
            ClientHandle.enter(context) { $0.subscribing.removalAnswered(messageID) }
        }
    }

    private static func enter(
        _ context: UnsafeMutableRawPointer?,
        _ body: @Sendable (isolated MosquittoConnection) -> Void
    ) {
        guard let context else { return }
        let connection = Unmanaged<MosquittoConnection>.fromOpaque(context).takeUnretainedValue()
        connection.assumeIsolated {
            $0.callbackCount += 1
            $0.isCalledBack = true
            body($0)
            $0.isCalledBack = false
        }
    }
}

extension ClientHandle {
    /// Applies every setting that the library needs before it connects.
    func apply(_ configuration: MosquittoConfiguration) throws {
        // The protocol comes first: the will's properties need it.
        try set(MOSQ_OPT_PROTOCOL_VERSION, value: MQTT_PROTOCOL_V5)
        try set(MOSQ_OPT_RECEIVE_MAXIMUM, value: Int32(configuration.receiveMaximum))
        if configuration.endpoint.isTCP {
            // Nagle and delayed ACK together cost at least 40 ms per round trip.
            try set(MOSQ_OPT_TCP_NODELAY, value: 1)
        }
        // In this mode the library only queues, and writes on request. So every error and callback comes from loop
        // calls, and none from within a publish.
        try check(mosquitto_threaded_set(pointer, true), setting: "threaded mode")
        if let username = configuration.username {
            try check(mosquitto_username_pw_set(pointer, username, configuration.password?.value), setting: "username")
        }
        if let tls = configuration.tls {
            try apply(tls)
        }
        if let will = configuration.will {
            try apply(will)
        }
    }

    private func apply(_ tls: BusTLS) throws {
        let result = mosquitto_tls_set(pointer, tls.authority, nil, tls.certificate, tls.key, nil)
        try check(result, setting: "TLS files \(tls.paths.filter { !$0.isEmpty }.joined(separator: ", "))")
        let verifyPeer: Int32 = tls.verification == .off ? 0 : 1
        try check(mosquitto_tls_opts_set(pointer, verifyPeer, nil, nil), setting: "TLS options")
        if tls.verification != .full {
            try check(mosquitto_tls_insecure_set(pointer, true), setting: "TLS host name check")
        }
    }

    private func apply(_ will: MosquittoWill) throws {
        var properties = PropertyList()
        if will.delay > .zero {
            try properties.add(MQTT_PROP_WILL_DELAY_INTERVAL, number: UInt32(clamping: will.delay.components.seconds))
        }
        let result = properties.handOver {
            let length = Int32(will.payload.count)
            return mosquitto_will_set_v5(
                pointer,
                will.topic,
                length,
                will.payload,
                will.qos.rawValue,
                will.retain,
                $0
            )
        }
        try check(result, setting: "last will")
    }

    private func set(_ option: mosq_opt_t, value: Int32) throws {
        try check(mosquitto_int_option(pointer, option, value), setting: "option \(option.rawValue)")
    }

    private func check(_ result: Int32, setting: String) throws {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw MosquittoError(result: result, action: "MQTT setting, \(setting)", fallback: .invalidConfiguration)
    }
}

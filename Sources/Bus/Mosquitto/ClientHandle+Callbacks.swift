import CMosquitto

extension ClientHandle {
    /// Points every callback at a connection.
    ///
    /// The callbacks run only inside loop calls that the connection itself makes, on its queue: it is alive then, needs
    /// no retain, and is entered by `assumeIsolated`. They copy what they get and let the connection act later, because
    /// the library holds its callback lock.
    func installCallbacks(of connection: MosquittoConnection) {
        mosquitto_user_data_set(pointer, Unmanaged.passUnretained(connection).toOpaque())
        installConnectionCallbacks()
        installRequestCallbacks()
        mosquitto_message_v5_callback_set(pointer) { _, context, message, properties in
            guard let message else { return }
            let copy = InboundMessage(copying: message.pointee, properties: properties)
            ClientHandle.enter(context) { $0.received(copy) }
        }
    }

    private func installConnectionCallbacks() {
        mosquitto_connect_v5_callback_set(pointer) { _, context, reason, flags, _ in
            let code = ReasonCode(rawValue: UInt8(clamping: reason))
            ClientHandle.enter(context) { $0.connectAnswered(code, sessionPresent: flags & 1 == 1) }
        }
        mosquitto_disconnect_v5_callback_set(pointer) { _, context, reason, _ in
            // Below 128 it is an error number of the library, which the loop call returns too.
            guard reason >= 128, let code = UInt8(exactly: reason) else { return }
            ClientHandle.enter(context) { $0.disconnectReceived(ReasonCode(rawValue: code)) }
        }
    }

    private func installRequestCallbacks() {
        mosquitto_publish_v5_callback_set(pointer) { _, context, messageID, reason, _ in
            let code = ReasonCode(rawValue: UInt8(clamping: reason))
            ClientHandle.enter(context) { $0.publishAnswered(messageID, code) }
        }
        mosquitto_subscribe_v5_callback_set(pointer) { _, context, messageID, count, granted, _ in
            guard count > 0, let granted else { return }
            let code = ReasonCode(rawValue: UInt8(clamping: granted[0]))
            ClientHandle.enter(context) { $0.subscribeAnswered(messageID, code) }
        }
        mosquitto_unsubscribe_v5_callback_set(pointer) { _, context, messageID, _ in
            ClientHandle.enter(context) { $0.unsubscribeAnswered(messageID) }
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
            body($0)
        }
    }
}

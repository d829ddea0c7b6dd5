import CMosquitto

extension ClientHandle {
    /// Applies every setting that must be there before the library connects.
    func apply(_ configuration: MosquittoConfiguration) throws {
        // The protocol comes first: the will's properties need it.
        try set(MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        try set(MOSQ_OPT_RECEIVE_MAXIMUM, Int32(configuration.receiveMaximum))
        if case .tcp = configuration.endpoint {
            // Nagle and delayed ACK together cost 40 ms and more a round trip.
            try set(MOSQ_OPT_TCP_NODELAY, 1)
        }
        // In this mode the library only queues, and writes when told to: every error and every callback comes from the
        // loop calls, none from within a publish.
        try check(mosquitto_threaded_set(pointer, true), "threaded mode")
        if let username = configuration.username {
            try check(mosquitto_username_pw_set(pointer, username, configuration.password?.value), "username")
        }
        if let tls = configuration.tls {
            try apply(tls)
        }
        if let will = configuration.will {
            try apply(will)
        }
    }

    private func apply(_ tls: MosquittoTLS) throws {
        let result = mosquitto_tls_set(pointer, tls.authorityFile, nil, tls.certificateFile, tls.keyFile, nil)
        try check(result, "TLS files \(tls.paths.filter { !$0.isEmpty }.joined(separator: ", "))")
        let verifyPeer: Int32 = tls.verification == .off ? 0 : 1
        try check(mosquitto_tls_opts_set(pointer, verifyPeer, nil, nil), "TLS options")
        if tls.verification != .full {
            try check(mosquitto_tls_insecure_set(pointer, true), "TLS host name check")
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
        try check(result, "last will")
    }

    private func set(_ option: mosq_opt_t, _ value: Int32) throws {
        try check(mosquitto_int_option(pointer, option, value), "option \(option.rawValue)")
    }

    private func check(_ result: Int32, _ setting: String) throws {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw MosquittoError(result: result, action: "MQTT setting, \(setting)", fallback: .invalidConfiguration)
    }
}

extension BlueZError {
    /// The reason of a ``BlueZError``; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The system bus is away.
        public static let busUnavailable = Code(rawValue: "busUnavailable")
        /// bluetoothd does not run, or went away during the call.
        public static let serviceNotRunning = Code(rawValue: "serviceNotRunning")
        /// The adapter is not there.
        public static let noAdapter = Code(rawValue: "noAdapter")
        /// There are several adapters and none is configured.
        public static let ambiguousAdapter = Code(rawValue: "ambiguousAdapter")
        /// The adapter is switched off.
        public static let adapterPoweredOff = Code(rawValue: "adapterPoweredOff")
        /// The kernel's switch (rfkill) keeps the adapter off.
        public static let adapterBlocked = Code(rawValue: "adapterBlocked")
        /// The bus's policy forbids us to talk to BlueZ.
        public static let accessDenied = Code(rawValue: "accessDenied")
        /// BlueZ does not know the device (any more); it must be seen again.
        public static let deviceGone = Code(rawValue: "deviceGone")
        /// The link could not be made; the detail says why.
        public static let connectFailed = Code(rawValue: "connectFailed")
        /// There is no link to the device.
        public static let notConnected = Code(rawValue: "notConnected")
        /// Something took longer than it may.
        public static let timeout = Code(rawValue: "timeout")
        /// The device wants a pairing first, or lost its side of one.
        public static let notPaired = Code(rawValue: "notPaired")
        /// Pairing failed or was refused.
        public static let pairingFailed = Code(rawValue: "pairingFailed")
        /// Another operation runs already.
        public static let inProgress = Code(rawValue: "inProgress")
        /// The characteristic does not allow it.
        public static let notPermitted = Code(rawValue: "notPermitted")
        /// The device or adapter cannot do it.
        public static let notSupported = Code(rawValue: "notSupported")
        /// The device answered with an ATT error; see its code.
        public static let attError = Code(rawValue: "attError")
        /// Anything else that BlueZ refused.
        public static let failed = Code(rawValue: "failed")

        var isRetriable: Bool {
            let passing: [Code] = [
                .busUnavailable, .serviceNotRunning, .noAdapter, .adapterPoweredOff, .adapterBlocked, .deviceGone,
                .connectFailed, .notConnected, .timeout, .inProgress,
            ]
            return passing.contains(self)
        }
    }
}

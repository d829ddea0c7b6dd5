internal import BlueZ
internal import DeviceCaptures
internal import DeviceCodecs

/// One link of a recording.
extension CaptureRecorder {
    /// Connects, does the plan's steps and collects values until the link ends.
    ///
    /// - Returns: Whether a script was carried out to its end.
    func link() async -> Bool {
        do {
            _ = try await client.connect(device.address)
            let services = try await client.services(of: device.address)
            note(services.map(CapturedService.init))
            add(CapturedEvent(.connected, at: now))
            let characteristics = services.flatMap(\.characteristics)
            guard let script = plan.script else {
                await takeAll(characteristics)
                return false
            }
            return await carryOut(script, on: characteristics)
        } catch is CancellationError {
            return false
        } catch {
            add(CapturedEvent(.failed, at: now, reason: Self.reason(error)))
            return false
        }
    }

    /// Subscribes to all that notifies, then reads the rest, and collects until the link ends.
    private func takeAll(_ characteristics: [GATTCharacteristic]) async {
        await withTaskGroup(of: Void.self) { group in
            for characteristic in characteristics where characteristic.canNotify {
                // BlueZ reports a read of a subscribed characteristic as if it were notified, so it is read before.
                if characteristic.flags.contains("read") { await read(characteristic) }
                guard let end = await subscribe(characteristic) else { continue }
                group.addTask { await end() }
            }
            for characteristic in characteristics
            where characteristic.flags.contains("read") && !characteristic.canNotify {
                await read(characteristic)
            }
            settle()
            await group.waitForAll()
        }
    }

    /// Carries out a script; a characteristic that the device lacks is a failed step.
    private func carryOut(_ script: CaptureScript, on characteristics: [GATTCharacteristic]) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for step in script.steps {
                guard !Task.isCancelled else { return false }
                if case .wait(let seconds) = step {
                    try? await Task.sleep(for: .seconds(seconds))
                    continue
                }
                guard let characteristic = characteristics.first(where: { BluetoothUUID($0.uuid) == step.target })
                else {
                    add(CapturedEvent(.failed, at: now, characteristic: step.target, reason: "missing"))
                    continue
                }
                switch step {
                case .read: await read(characteristic)
                case .write(let write): await self.write(write, to: characteristic)
                case .subscribe:
                    guard let end = await subscribe(characteristic) else { continue }
                    group.addTask { await end() }
                case .wait: break
                }
            }
            return true
        }
    }

    private func read(_ characteristic: GATTCharacteristic) async {
        await record(characteristic) { uuid in
            let bytes = try await client.read(characteristic)
            return CapturedEvent(.read, at: now, characteristic: uuid, bytes: bytes)
        }
    }

    private func write(_ write: AllowedWrite, to characteristic: GATTCharacteristic) async {
        await record(characteristic) { uuid in
            let type: WriteType = characteristic.flags.contains("write") ? .request : .command
            try await client.write(write.bytes, to: characteristic, type: type)
            return CapturedEvent(.wrote, at: now, characteristic: uuid, bytes: write.bytes)
        }
    }

    /// Subscribes, and returns the wait for the subscription's end; events are added as they arrive.
    private func subscribe(_ characteristic: GATTCharacteristic) async -> (@Sendable () async -> Void)? {
        var wait: (@Sendable () async -> Void)?
        await record(characteristic) { uuid in
            let (ends, end) = AsyncStream.makeStream(of: Never.self)
            let subscription = try await client.subscribe(to: characteristic) { [self] event in
                if let event { add(event, from: uuid) } else { end.finish() }
            }
            wait = {
                for await _ in ends {}
                withExtendedLifetime(subscription) {}
            }
            return CapturedEvent(.subscribed, at: now, characteristic: uuid)
        }
        return wait
    }

    private func add(_ event: NotificationEvent, from uuid: BluetoothUUID?) {
        switch event {
        case .value(let bytes): add(CapturedEvent(.notified, at: now, characteristic: uuid, bytes: bytes))
        case .gap(let count): add(CapturedEvent(.gap, at: now, characteristic: uuid, count: count))
        case .ended(let error):
            add(CapturedEvent(.disconnected, at: now, characteristic: uuid, reason: error.code.rawValue))
        }
    }

    /// Adds the event of an operation, or its failure.
    private func record(
        _ characteristic: GATTCharacteristic,
        _ operation: (BluetoothUUID?) async throws -> CapturedEvent
    ) async {
        let uuid = BluetoothUUID(characteristic.uuid)
        do {
            add(try await operation(uuid))
        } catch is CancellationError {
            // The recording is over.
        } catch {
            add(CapturedEvent(.failed, at: now, characteristic: uuid, reason: Self.reason(error)))
        }
    }

    private static func reason(_ error: any Error) -> String { (error as? BlueZError)?.code.rawValue ?? "failed" }
}

extension CapturedService {
    /// A service as BlueZ knows it.
    fileprivate init(_ service: GATTService) {
        self.init(
            uuid: BluetoothUUID(service.uuid) ?? BluetoothUUID(0),
            characteristics: service.characteristics.map {
                CapturedCharacteristic(uuid: BluetoothUUID($0.uuid) ?? BluetoothUUID(0), flags: $0.flags.sorted())
            }
        )
    }
}

extension CaptureScript.Step {
    /// The characteristic of the step; nil for a pause.
    fileprivate var target: BluetoothUUID? {
        switch self {
        case .read(let uuid), .subscribe(let uuid): uuid
        case .write(let write): write.characteristic
        case .wait: nil
        }
    }
}

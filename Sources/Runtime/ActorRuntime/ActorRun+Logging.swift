internal import Logging
internal import MessageBus

extension ActorRun {
    /// Follows what is to be logged, and publishes entries while the bus is their sink; until cancelled.
    func followLogging() async {
        guard let state = platform.loggingState, let entry = platform.logEntry else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { await applyLogging(state) }
            group.addTask { await publishEntries(entry) }
        }
    }

    private func applyLogging(_ topic: Topic<LoggingState>) async {
        let hub = (try? context.configuration[CommonSettings.sessionManagerHub]) ?? BusAddress.siteHub
        while !Task.isCancelled {
            do {
                let subscription = try await context.client.subscribe(to: [topic.descriptor], hub: hub)
                for await message in subscription {
                    guard let state = try? Envelope<LoggingState>.decode(message.payload).data else { continue }
                    logSwitch.apply(state)
                }
                return subscription.cancel()
            } catch let error as BusError where error.isRetriable {
                try? await context.environment.clock.sleep(for: .seconds(1))
            } catch {
                return context.logger.notice("logging cannot be switched here", metadata: ["error": "\(error)"])
            }
        }
    }

    /// What cannot be published is dropped, and nothing is said of it: that would be the next entry.
    private func publishEntries(_ topic: Topic<LogEntry>) async {
        for await entry in logSwitch.entries {
            _ = try? await context.client.publish(topic, ["actor": context.address.actor], data: entry)
        }
    }
}

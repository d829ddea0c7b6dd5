internal import BusContract
internal import Logging
internal import MessageBus

extension ActorRun {
    /// Applies the published logging state, and publishes log entries while the bus is their sink, until cancelled.
    func followLogging() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await applyLogging() }
            group.addTask { await publishEntries() }
        }
    }

    private func applyLogging() async {
        // Absent is nil: the configuration was checked at the start.
        let hub = (try? context.configuration[CommonSettings.sessionManagerHub]) ?? BusAddress.siteHub
        while !Task.isCancelled {
            do {
                let subscription = try await context.client.subscribe(to: [LogTopics.state.descriptor], hub: hub)
                for await message in subscription {
                    do {
                        logSwitch.apply(try Envelope<LoggingState>.decode(message.payload).data)
                    } catch {
                        // A cleared message is empty, and leaves logging unchanged.
                        if !message.payload.isEmpty { context.client.refusals.note(.unreadable) }
                    }
                }
                return subscription.cancel()
            } catch let error as BusError where error.isRetriable {
                try? await context.environment.clock.sleep(for: .seconds(1))
            } catch {
                return context.logger.notice(
                    "logging cannot be changed for this process: check its account's rights at the broker",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }

    /// Drops an entry that cannot be published without logging the failure, which would be the next entry.
    private func publishEntries() async {
        for await entry in logSwitch.entries {
            // Absent is nil: an entry that is not published is dropped.
            _ = try? await context.client.publish(
                LogTopics.entry,
                values: ["actor": context.address.actor],
                data: entry
            )
        }
    }
}

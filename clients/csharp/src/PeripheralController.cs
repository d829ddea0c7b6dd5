using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>What a controller of devices tells while somebody waits.</summary>
    public interface IPeripheralControllerDelegate
    {
        /// <summary>A foreground reading may begin: measure now.</summary>
        void IsReadyToRead(PeripheralEvent device);
        /// <summary>What was read; true books the newest reading on the seat, false discards it.</summary>
        bool ShouldSubmit(PeripheralDidRead read);
        void DidFailToRead(PeripheralDidFail failure);
        void DidCancelReading(PeripheralDidCancel cancelled);
        void DidPair(PeripheralPaired paired);
        void DidNotPair(PeripheralDidFail failure);
        /// <summary>The answer to a pairing's question; null where none is needed.</summary>
        AnswerPasskey PasskeyRequested(PasskeyRequested question);
    }

    /// <summary>Pairs and reads the devices of a hub, one at a time.</summary>
    public sealed class PeripheralController : IDisposable
    {
        private readonly BusClient client;
        private readonly string hub;
        private readonly IPeripheralControllerDelegate told;
        private readonly List<IDisposable> heard = new List<IDisposable>();
        // Others pair their devices at the same hub.
        private volatile string pairing;

        private PeripheralController(BusClient client, IPeripheralControllerDelegate told, string hub)
        {
            this.client = client;
            this.told = told;
            this.hub = hub ?? client.Account.Hub;
        }

        /// <summary>A controller of a hub, by default the account's own.</summary>
        public static async Task<PeripheralController> OfAsync(BusClient client, IPeripheralControllerDelegate told, string hub = null)
        {
            var made = new PeripheralController(client, told, hub);
            made.heard.Add(await client.ListenAsync(Events.IsReadyToReadPeripheral, told.IsReadyToRead, made.hub));
            made.heard.Add(await client.ListenAsync(Events.ReadingFailed, told.DidFailToRead, made.hub));
            made.heard.Add(await client.ListenAsync(Events.DidCancelReading, told.DidCancelReading, made.hub));
            made.heard.Add(await client.ListenAsync(Events.DidPairPeripheral, told.DidPair, made.hub));
            made.heard.Add(await client.ListenAsync(Events.DidNotPairPeripheral, told.DidNotPair, made.hub));
            made.heard.Add(await client.ListenAsync(Events.PasskeyRequested, made.Ask, made.hub));
            return made;
        }

        /// <summary>The models that the hub reads, all or those of a kind.</summary>
        public async Task<List<PeripheralView>> SupportedPeripheralsAsync(string type = null)
        {
            var models = new List<PeripheralView>();
            long page = 0, pages = 1;
            while (page++ < pages)
            {
                var filter = new PeripheralFilter { Type = type };
                if (page > 1) filter.Page = page;
                var found = await client.CallAsync(DeviceReaderOperations.SupportedPeripherals, filter, hub);
                models.AddRange(found.Peripherals);
                pages = found.Pages ?? 1;
            }
            return models;
        }

        /// <summary>The devices that the hub hears now.</summary>
        public async Task<List<PeripheralSighted>> InSightAsync()
        {
            return (await client.CallAsync(BleScannerOperations.Sightings, new Empty(), hub)).Devices;
        }

        /// <summary>Pairs a device that is in sight and gives it to a seat.</summary>
        public async Task<PeripheralPaired> PairAsync(string device, long peripheral, string seat = null)
        {
            var body = new PairPeripheral { Device = device, PeripheralID = peripheral, Seat = seat };
            pairing = device;
            try
            {
                return await client.CallAsync(DeviceReaderOperations.PairPeripheral, body, hub, 180);
            }
            finally
            {
                pairing = null;
            }
        }

        /// <summary>Reads a device now for a session; the delegate says whether its newest reading is booked.</summary>
        public async Task<DecidedReading> ReadAsync(long peripheral, Session session, string device = null, long seconds = 60)
        {
            var body = new ReadPeripheral { PeripheralID = peripheral, Seat = session.Seat, Device = device, Seconds = seconds, AutoSubmit = false };
            var read = await client.CallAsync(DeviceReaderOperations.ReadPeripheral, body, hub, seconds + 60);
            var newest = read.Records.Last().ReadingKey;
            return told.ShouldSubmit(read) ? await session.ConfirmAsync(newest) : await session.DiscardAsync(newest);
        }

        /// <summary>Ends what was asked for last.</summary>
        public Task CancelAsync(string request = null)
        {
            return client.CallAsync(DeviceReaderOperations.Cancel, new CancelWork { Request = request }, hub);
        }

        public Task ForgetAsync(string device)
        {
            return client.CallAsync(DeviceReaderOperations.ForgetDevice, new ForgetDevice { Device = device }, hub);
        }

        /// <summary>Keeps a key that a device's maker gave, for a device.</summary>
        public Task StoreKeyAsync(string device, long peripheral, string key)
        {
            var body = new StorePeripheralData { Device = device, PeripheralID = peripheral, EncryptionKey = key };
            return client.CallAsync(DeviceReaderOperations.StorePeripheralData, body, hub);
        }

        public void Dispose()
        {
            foreach (var one in heard) one.Dispose();
        }

        private void Ask(PasskeyRequested question)
        {
            if (question.Device != pairing) return;
            // Not on the connection's thread, which has to hear the answer.
            Task.Run(async () =>
            {
                var answer = told.PasskeyRequested(question);
                try
                {
                    if (answer != null) await client.CallAsync(DeviceReaderOperations.AnswerPasskey, answer, hub);
                }
                catch (BusFault)
                {
                    // Too late, or answered by somebody else: the pairing says how it ends.
                }
            });
        }
    }
}

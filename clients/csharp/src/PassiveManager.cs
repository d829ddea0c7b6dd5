using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>What is told of devices that are read by themselves.</summary>
    public interface IPassiveManagerDelegate
    {
        /// <summary>A device waits for somebody to measure.</summary>
        void IsReadyToRead(PeripheralEvent device);
        void DidRead(PeripheralDidRead read);
        void DidFail(PeripheralDidFail failure);
    }

    /// <summary>Has a hub read by itself whatever of a set of models comes in sight; the set stays over restarts.</summary>
    public sealed class PassiveManager : IDisposable
    {
        private readonly BusClient client;
        private readonly string hub;
        private readonly List<IDisposable> heard = new List<IDisposable>();

        private PassiveManager(BusClient client, string hub)
        {
            this.client = client;
            this.hub = hub ?? client.Account.Hub;
        }

        public static async Task<PassiveManager> OfAsync(BusClient client, IPassiveManagerDelegate told, string hub = null)
        {
            var made = new PassiveManager(client, hub);
            made.heard.Add(await client.ListenAsync(Events.PassiveIsReadyToRead, told.IsReadyToRead, made.hub));
            made.heard.Add(await client.ListenAsync(Events.PassiveDidRead, told.DidRead, made.hub));
            made.heard.Add(await client.ListenAsync(Events.PassiveDidFail, told.DidFail, made.hub));
            return made;
        }

        /// <summary>Replaces the set; without any nothing is read by itself.</summary>
        public async Task<List<long>> SetPassivePeripheralsAsync(params long[] peripherals)
        {
            var body = new PassivePeripherals { PeripheralIDs = new List<long>(peripherals) };
            return (await client.CallAsync(DeviceReaderOperations.SetPassivePeripherals, body, hub)).PeripheralIDs;
        }

        /// <summary>The set, and what each of its devices does.</summary>
        public Task<PassiveState> StateAsync()
        {
            return client.StateAsync(States.PassiveState, hub);
        }

        public void Dispose()
        {
            foreach (var one in heard) one.Dispose();
        }
    }
}

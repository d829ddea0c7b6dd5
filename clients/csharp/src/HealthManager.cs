using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>Health data that people exported: what a seat's session takes of it, and what of the past.</summary>
    public sealed class HealthManager : IDisposable
    {
        private readonly BusClient client;
        private readonly string hub, seat;
        private readonly List<IDisposable> heard = new List<IDisposable>();

        private HealthManager(BusClient client, string seat, string hub)
        {
            this.client = client;
            this.seat = seat;
            this.hub = hub ?? client.Account.Hub;
        }

        /// <summary>Records of one type were made, and are safe.</summary>
        public event Action<HealthRecordsProcessed> DidProcessRecords;
        public event Action<HistoricalFetchProgress> HistoricalFetchDidProgress;
        public event Action<HistoricalFetchCompleted> HistoricalFetchDidComplete;

        public static async Task<HealthManager> OfAsync(BusClient client, string seat, string hub = null)
        {
            var made = new HealthManager(client, seat, hub);
            made.heard.Add(await client.ListenAsync(Events.HealthRecordsProcessed, one => made.Tell(one.Seat, made.DidProcessRecords, one), made.hub));
            made.heard.Add(await client.ListenAsync(
                Events.HistoricalFetchProgress, one => made.Tell(one.Seat, made.HistoricalFetchDidProgress, one), made.hub));
            made.heard.Add(await client.ListenAsync(
                Events.HistoricalFetchCompleted, one => made.Tell(one.Seat, made.HistoricalFetchDidComplete, one), made.hub));
            return made;
        }

        /// <summary>The health types of a set, as `routine` or `sleep`.</summary>
        public Task<SampleTypes> SampleTypesAsync(string set)
        {
            return client.CallAsync(SessionManagerOperations.SampleTypes, new SampleTypesRequest { Set = set });
        }

        /// <summary>Replaces what the session takes; without any it takes nothing.</summary>
        public Task<Subscriptions> SetSubscriptionsAsync(params string[] types)
        {
            var body = new SetSubscriptions { Seat = seat, SampleTypes = types.ToList() };
            return client.CallAsync(SessionManagerOperations.SetSubscriptions, body);
        }

        public Task<Subscriptions> CurrentSubscriptionsAsync()
        {
            return client.CallAsync(SessionManagerOperations.Subscriptions, new SeatReference { Seat = seat });
        }

        /// <summary>Has folders of the hub's machine watched for exports.</summary>
        public Task<ObservedFolders> ObserveAsync(params string[] folders)
        {
            return client.CallAsync(HealthImporterOperations.Observe, new ObserveFolders { Seat = seat, Paths = folders.ToList() }, hub);
        }

        /// <summary>Takes a file of the hub's machine; progress and end are events.</summary>
        public Task<ImportState> ImportAsync(string path)
        {
            return client.CallAsync(HealthImporterOperations.ImportFile, new ImportFile { Path = path, Seat = seat }, hub, 30);
        }

        /// <summary>Takes whole days of the past, from a day on (2026-03-01).</summary>
        public Task<HistoricalFetch> FetchHistoricalSetsAsync(string from, string to, params string[] sets)
        {
            var body = new FetchHistoricalSets { Seat = seat, Sets = sets.ToList(), From = from, To = to };
            return client.CallAsync(HealthImporterOperations.FetchHistoricalSets, body, hub);
        }

        public Task<CancelledFetches> CancelHistoricalFetchAsync(string fetch = null)
        {
            return client.CallAsync(HealthImporterOperations.CancelHistoricalFetch, new CancelHistoricalFetch { Seat = seat, FetchID = fetch }, hub);
        }

        public void Dispose()
        {
            foreach (var one in heard) one.Dispose();
        }

        private void Tell<T>(string of, Action<T> heard, T value)
        {
            if (of == seat && heard != null) heard(value);
        }
    }
}

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>A person of the service.</summary>
    public sealed class User
    {
        public string UserId, OrganizationId, AccessToken;
        /// <summary>`inform` (version 2) or `legacy` (version 1).</summary>
        public string ApiVersion = "inform";
    }

    /// <summary>The session of a seat: it outlives the program, and delivers by itself.</summary>
    public sealed class Session : IDisposable
    {
        private readonly BusClient client;
        private readonly List<IDisposable> heard = new List<IDisposable>();

        private Session(BusClient client, string seat)
        {
            this.client = client;
            Seat = seat;
        }

        public string Seat { get; private set; }
        /// <summary>The session that was started or asked for last; null before.</summary>
        public string Id { get; private set; }
        /// <summary>The server accepted a record.</summary>
        public event Action<RecordSubmitted> DidSubmitRecord;
        /// <summary>The server refused a record for good; it left the queue.</summary>
        public event Action<SubmissionFailed> DidFailToSubmitRecord;
        public event Action<ImageSubmitted> DidSubmitImage;
        public event Action<ImageSubmissionFailed> DidFailToSubmitImage;
        public event Action<SessionEnded> DidEnd;

        /// <summary>The session of a seat, whose events are heard from now on.</summary>
        public static async Task<Session> OfAsync(BusClient client, string seat)
        {
            var made = new Session(client, seat);
            made.heard.Add(await client.ListenAsync(Events.RecordSubmitted, one => { if (one.Seat == seat) Raise(made.DidSubmitRecord, one); }));
            made.heard.Add(await client.ListenAsync(Events.SubmissionFailed, one => { if (one.Seat == seat) Raise(made.DidFailToSubmitRecord, one); }));
            made.heard.Add(await client.ListenAsync(Events.ImageSubmitted, one => { if (one.Seat == seat) Raise(made.DidSubmitImage, one); }));
            made.heard.Add(await client.ListenAsync(Events.ImageSubmissionFailed, one => { if (one.Seat == seat) Raise(made.DidFailToSubmitImage, one); }));
            made.heard.Add(await client.ListenAsync(Events.SessionEnded, one => { if (one.Seat == seat) Raise(made.DidEnd, one); }));
            return made;
        }

        /// <summary>Starts it; the token crosses the bus sealed for the site alone. What the server refuses starts nothing (`unauthorized`).</summary>
        public async Task<SessionView> StartAsync(User user)
        {
            var state = await client.StateAsync(States.SealingState, "site");
            var body = new StartSession
            {
                Seat = Seat, UserID = user.UserId, OrganizationID = user.OrganizationId, ApiVersion = user.ApiVersion,
                HpkeToken = Sealing.Seal(user.AccessToken, state, client.Account.Site, Seat, user.UserId),
            };
            return Known(await client.CallAsync(SessionManagerOperations.StartSession, body, null, 15));
        }

        /// <summary>Starts the default user's session, which delivers nothing.</summary>
        public async Task<SessionView> StartDefaultUserAsync()
        {
            return Known(await client.CallAsync(SessionManagerOperations.StartSession, new StartSession { Seat = Seat, DefaultUser = true }));
        }

        /// <summary>The running session; a fault `notFound` where there is none.</summary>
        public async Task<SessionView> CurrentAsync()
        {
            return Known(await client.CallAsync(SessionManagerOperations.Session, new SeatReference { Seat = Seat }));
        }

        public Task<SessionEnded> EndAsync()
        {
            return client.CallAsync(SessionManagerOperations.EndSession, new SeatReference { Seat = Seat });
        }

        /// <summary>Hands a reading over; it is safe when the answer comes.</summary>
        public Task<SubmittedRecords> SubmitAsync(Reading reading)
        {
            return client.CallAsync(SessionManagerOperations.SubmitRecords, new SubmitRecords { Records = new List<Reading> { reading } });
        }

        /// <summary>The records that wait or are on their way.</summary>
        public Task<RecordPage> QueuedRecordsAsync(long page = 1)
        {
            return client.CallAsync(SessionManagerOperations.QueuedRecords, new PageRequest { Seat = Seat, Page = page });
        }

        /// <summary>What ended sessions left.</summary>
        public Task<RecordPage> UnsyncedRecordsAsync(long page = 1)
        {
            return client.CallAsync(SessionManagerOperations.UnsyncedRecords, new PageRequest { Seat = Seat, Page = page });
        }

        /// <summary>Tries what waits now.</summary>
        public Task<QueueState> ProcessQueueAsync()
        {
            return client.CallAsync(SessionManagerOperations.ProcessQueue, new Empty());
        }

        /// <summary>The readings that wait for somebody's word.</summary>
        public Task<HeldPage> HeldReadingsAsync(long page = 1)
        {
            return client.CallAsync(SessionManagerOperations.HeldReadings, new PageRequest { Seat = Seat, Page = page });
        }

        /// <summary>Says that a held reading is this session's.</summary>
        public Task<DecidedReading> ConfirmAsync(string reading)
        {
            var body = new ConfirmReading { ReadingKey = reading, Seat = Seat, SessionID = Id };
            return client.CallAsync(SessionManagerOperations.ConfirmReading, body);
        }

        public Task<DecidedReading> DiscardAsync(string reading)
        {
            return client.CallAsync(SessionManagerOperations.DiscardReading, new DiscardReading { ReadingKey = reading });
        }

        public void Dispose()
        {
            foreach (var one in heard) one.Dispose();
        }

        private SessionView Known(SessionView view)
        {
            Id = view.SessionID;
            return view;
        }

        private static void Raise<T>(Action<T> heard, T value)
        {
            if (heard != null) heard(value);
        }
    }
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>A process of its own on the bus, under an account; usable from several threads.</summary>
    public sealed class BusClient : IDisposable
    {
        private const int NoSubscribers = 0x10;
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

        private readonly Connection connection;
        private readonly long epoch = Envelope.Milliseconds();
        private readonly object gate = new object();
        private readonly Dictionary<string, Waiting> waiting = new Dictionary<string, Waiting>();
        private readonly List<Listener> listeners = new List<Listener>();
        private long number;

        private BusClient(Account account)
        {
            Account = account;
            connection = new Connection(account, Take, Again);
        }

        public Account Account { get; private set; }

        /// <summary>Connects and listens to its replies.</summary>
        public static async Task<BusClient> ConnectAsync(Account account)
        {
            var client = new BusClient(account);
            try
            {
                await client.connection.Open(Patience);
                await client.connection.Subscribe(account.ReplyTopic, Patience);
                return client;
            }
            catch
            {
                client.Dispose();
                throw;
            }
        }

        public void Dispose()
        {
            connection.Dispose();
        }

        /// <summary>Asks an actor and returns its result.</summary>
        /// <param name="hub">The actor's hub, by default the account's own; what serves the whole site needs none.</param>
        /// <param name="seconds">How long an answer is of use.</param>
        /// <param name="id">The request's id: the same again is the same request.</param>
        public async Task<TReply> CallAsync<TRequest, TReply>(
            Operation<TRequest, TReply> operation, TRequest data, string hub = null, double seconds = 10, string id = null)
        {
            var timeout = TimeSpan.FromSeconds(seconds);
            var leaf = "request/" + operation.Actor + "/" + operation.Name + "/" + Account.Principal;
            var type = "vitalbus." + operation.Actor + "." + operation.Name;
            var call = new Waiting
            {
                Topic = Account.Topic(leaf, operation.IsSites ? "site" : hub ?? Account.Hub), End = DateTime.UtcNow + timeout,
                Envelope = new Envelope(Account, type + ".request.v1", data, id, epoch, Interlocked.Increment(ref number), timeout),
            };
            call.Payload = call.Envelope.Encoded();
            lock (gate) waiting[call.Envelope.Correlation] = call;
            try
            {
                Send(call);
                if (await Task.WhenAny(call.Reply.Task, Task.Delay(timeout)) != call.Reply.Task) throw BusFault.Late("no reply on " + call.Topic, timeout);
                return Result<TReply>(await call.Reply.Task, type, operation.Actor);
            }
            finally
            {
                lock (gate) waiting.Remove(call.Envelope.Correlation);
            }
        }

        /// <summary>Hears an event or a state until the result is disposed of; each once.</summary>
        /// <param name="heard">Called on the connection's thread, one after the other: it may not wait for a call, and not throw.</param>
        /// <param name="hub">Of all hubs by default.</param>
        /// <param name="level">What fills the first word in braces of its topic; any by default.</param>
        public async Task<IDisposable> ListenAsync<TPayload>(Told<TPayload> told, Action<TPayload> heard, string hub = "+", string level = "+")
        {
            var leaf = new Regex("{\\w+}").Replace(told.Template, level, 1);
            var filter = Account.Topic(Regex.Replace(leaf, "{\\w+}", "+"), hub);
            var listener = new Listener(this, filter, told.Type, told.IsEvent, envelope => heard(envelope.Data<TPayload>()));
            lock (gate) listeners.Add(listener);
            try
            {
                await connection.Subscribe(filter, Patience);
                return listener;
            }
            catch
            {
                listener.Dispose();
                throw;
            }
        }

        /// <summary>The present value of a state.</summary>
        /// <param name="seconds">How long it is waited for.</param>
        public async Task<TPayload> StateAsync<TPayload>(Told<TPayload> told, string hub, string level = "+", double seconds = 10)
        {
            var timeout = TimeSpan.FromSeconds(seconds);
            var first = new TaskCompletionSource<TPayload>(TaskCreationOptions.RunContinuationsAsynchronously);
            using (await ListenAsync(told, value => first.TrySetResult(value), hub, level))
            {
                if (await Task.WhenAny(first.Task, Task.Delay(timeout)) == first.Task) return first.Task.Result;
                throw BusFault.Late("no state " + told.Template, timeout);
            }
        }

        internal void End(Listener listener)
        {
            bool isNeeded;
            lock (gate)
            {
                listeners.Remove(listener);
                isNeeded = listeners.Any(one => one.Filter == listener.Filter);
            }
            if (!isNeeded) connection.Forget(listener.Filter);
        }

        private void Send(Waiting call)
        {
            connection.Publish(call.Topic, call.Payload, call.Envelope, call.End - DateTime.UtcNow, code =>
            {
                if (code == NoSubscribers) call.Reply.TrySetException(new BusFault("noResponder", "nobody serves " + call.Topic + ": is the actor running?", true));
                else if (code >= 0x80) call.Reply.TrySetException(new BusFault("notAuthorized", "the broker refuses " + call.Topic + " with the code " + code));
            });
        }

        /// <summary>After a lost connection: what is not answered is asked again, which does nothing twice.</summary>
        private void Again()
        {
            Waiting[] calls;
            lock (gate) calls = waiting.Values.Where(call => !call.Reply.Task.IsCompleted).ToArray();
            foreach (var call in calls) Send(call);
        }

        private void Take(string topic, byte[] payload, bool isRetained)
        {
            var envelope = Envelope.Decoded(payload);
            if (envelope == null) return;
            if (topic == Account.ReplyTopic)
            {
                Waiting call;
                lock (gate) waiting.TryGetValue(envelope.Correlation ?? "", out call);
                if (call != null) call.Reply.TrySetResult(envelope);
                return;
            }
            Listener[] all;
            lock (gate) all = listeners.ToArray();
            foreach (var one in all) one.Offer(topic, envelope, isRetained);
        }

        private static TReply Result<TReply>(Envelope reply, string type, string actor)
        {
            var isKnown = reply.Type == type + ".reply.v1" || reply.Type == "vitalbus." + actor + ".error.reply.v1";
            if (!isKnown) throw new BusFault("malformed", "the reply of " + actor + " is none of " + type);
            var fault = reply.Data<Fault>("error");
            if (fault != null) throw new BusFault(fault);
            return reply.Data<TReply>("ok");
        }

        /// <summary>A request that waits for its reply.</summary>
        private sealed class Waiting
        {
            public readonly TaskCompletionSource<Envelope> Reply =
                new TaskCompletionSource<Envelope>(TaskCreationOptions.RunContinuationsAsynchronously);
            public string Topic;
            public Envelope Envelope;
            public byte[] Payload;
            public DateTime End;
        }
    }

    /// <summary>Somebody who hears what is told on a topic.</summary>
    internal sealed class Listener : IDisposable
    {
        private const int Repeats = 1024;
        private readonly BusClient client;
        private readonly string type;
        private readonly bool isEvent;
        private readonly Action<Envelope> heard;
        private readonly Regex pattern;
        private readonly Queue<string> order = new Queue<string>();
        private readonly HashSet<string> seen = new HashSet<string>();

        public Listener(BusClient client, string filter, string type, bool isEvent, Action<Envelope> heard)
        {
            this.client = client;
            Filter = filter;
            this.type = type;
            this.isEvent = isEvent;
            this.heard = heard;
            pattern = new Regex("^" + Regex.Escape(filter).Replace("\\+", "[^/]+") + "$");
        }

        public string Filter { get; private set; }

        /// <summary>Takes a message of the connection; the broker keeps no events, so one that it keeps is not believed.</summary>
        public void Offer(string topic, Envelope envelope, bool isRetained)
        {
            if (envelope.Type != type || isRetained && isEvent || !pattern.IsMatch(topic)) return;
            if (!seen.Add(envelope.Id)) return;
            order.Enqueue(envelope.Id);
            if (order.Count > Repeats) seen.Remove(order.Dequeue());
            heard(envelope);
        }

        public void Dispose()
        {
            client.End(this);
        }
    }
}

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace VitalBus
{
    /// <summary>The connection to the broker: MQTT 5 by libmosquitto, kept up by a thread of its own.</summary>
    internal sealed class Connection : IDisposable
    {
        private readonly Account account;
        private readonly Action<string, byte[], bool> heard;
        private readonly Action returned;
        private readonly object gate = new object();
        private readonly HashSet<string> filters = new HashSet<string>();
        private readonly Dictionary<int, Action<int>> published = new Dictionary<int, Action<int>>();
        private readonly Dictionary<int, TaskCompletionSource<int>> subscribed = new Dictionary<int, TaskCompletionSource<int>>();
        private readonly TaskCompletionSource<int> opened =
            new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly IntPtr client;
        // The library calls them as long as it lives.
        private readonly Delegate[] callbacks;
        private Thread loop;

        static Connection()
        {
            Mosquitto.mosquitto_lib_init();
        }

        public Connection(Account account, Action<string, byte[], bool> heard, Action returned)
        {
            this.account = account;
            this.heard = heard;
            this.returned = returned;
            // Two programs of one account are two clients.
            client = Mosquitto.mosquitto_new(account.Principal + "." + Envelope.NewId(), true, IntPtr.Zero);
            Check(Mosquitto.mosquitto_int_option(client, Mosquitto.ProtocolVersion, Mosquitto.Version5));
            Check(Mosquitto.mosquitto_int_option(client, Mosquitto.NoDelay, 1));
            Check(Mosquitto.mosquitto_threaded_set(client, true));
            Check(Mosquitto.mosquitto_username_pw_set(client, account.Name, account.Password));
            if (account.Authority != null) Check(Mosquitto.mosquitto_tls_set(client, account.Authority, null, null, null, IntPtr.Zero));
            Check(Mosquitto.mosquitto_reconnect_delay_set(client, 1, 30, true));
            Mosquitto.OnConnect onConnect = Connected;
            Mosquitto.OnMessage onMessage = Came;
            Mosquitto.OnPublish onPublish = Acknowledged;
            Mosquitto.OnSubscribe onSubscribe = Granted;
            callbacks = new Delegate[] { onConnect, onMessage, onPublish, onSubscribe };
            Mosquitto.mosquitto_connect_v5_callback_set(client, onConnect);
            Mosquitto.mosquitto_message_v5_callback_set(client, onMessage);
            Mosquitto.mosquitto_publish_v5_callback_set(client, onPublish);
            Mosquitto.mosquitto_subscribe_v5_callback_set(client, onSubscribe);
        }

        /// <summary>Connects.</summary>
        public async Task Open(TimeSpan timeout)
        {
            var place = account.Host + " port " + account.Port;
            var result = await Task.Run(() => Mosquitto.mosquitto_connect(client, account.Host, account.Port, 30));
            if (result != 0) throw new BusFault("notConnected", "no broker at " + place + ": " + Mosquitto.Words(result), true);
            loop = new Thread(() => Mosquitto.mosquitto_loop_forever(client, 1000, 1)) { IsBackground = true };
            loop.Start();
            if (await Task.WhenAny(opened.Task, Task.Delay(timeout)) != opened.Task) throw BusFault.Late("no answer of the broker at " + place, timeout);
            if (opened.Task.Result != 0) throw new BusFault("notAuthorized", "the broker at " + place + " refuses " + account.Name);
        }

        /// <summary>Sends a request, QoS 1; the broker drops it when its deadline is over.</summary>
        public void Publish(string topic, byte[] payload, Envelope envelope, TimeSpan left, Action<int> whenDone)
        {
            var list = IntPtr.Zero;
            try
            {
                var correlation = Encoding.UTF8.GetBytes(envelope.Correlation);
                Check(Mosquitto.mosquitto_property_add_string(ref list, Mosquitto.ContentType, "application/cloudevents+json"));
                Check(Mosquitto.mosquitto_property_add_string(ref list, Mosquitto.ResponseTopic, account.ReplyTopic));
                Check(Mosquitto.mosquitto_property_add_binary(ref list, Mosquitto.CorrelationData, correlation, (ushort)correlation.Length));
                Check(Mosquitto.mosquitto_property_add_int32(ref list, Mosquitto.MessageExpiry, (uint)Math.Max(1, Math.Ceiling(left.TotalSeconds))));
                Check(Mosquitto.mosquitto_property_add_string_pair(ref list, Mosquitto.UserProperty, "id", envelope.Id));
                Check(Mosquitto.mosquitto_property_add_string_pair(ref list, Mosquitto.UserProperty, "type", envelope.Type));
                // The acknowledgement may come before publish returns.
                lock (gate)
                {
                    int number;
                    Check(Mosquitto.mosquitto_publish_v5(client, out number, topic, payload.Length, payload, 1, false, list));
                    published[number] = whenDone;
                }
            }
            finally
            {
                Mosquitto.mosquitto_property_free_all(ref list);
            }
        }

        /// <summary>Returns when the broker has it.</summary>
        public async Task Subscribe(string filter, TimeSpan timeout)
        {
            var granted = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
            lock (gate)
            {
                int number;
                filters.Add(filter);
                Check(Mosquitto.mosquitto_subscribe_v5(client, out number, filter, 1, 0, IntPtr.Zero));
                subscribed[number] = granted;
            }
            if (await Task.WhenAny(granted.Task, Task.Delay(timeout)) != granted.Task) throw BusFault.Late("no word of the broker on " + filter, timeout);
            if (granted.Task.Result < 0x80) return;
            Forget(filter);
            throw new BusFault("notAuthorized", "the broker does not let " + account.Name + " hear " + filter);
        }

        /// <summary>Ends a subscription.</summary>
        public void Forget(string filter)
        {
            lock (gate) filters.Remove(filter);
            Mosquitto.mosquitto_unsubscribe(client, IntPtr.Zero, filter);
        }

        public void Dispose()
        {
            Mosquitto.mosquitto_disconnect(client);
            if (loop != null && !loop.Join(5000)) return;
            Mosquitto.mosquitto_destroy(client);
            GC.KeepAlive(callbacks);
        }

        private void Connected(IntPtr from, IntPtr owner, int reason, int flags, IntPtr properties)
        {
            var isFirst = opened.TrySetResult(reason);
            if (reason != 0)
            {
                if (isFirst) Mosquitto.mosquitto_disconnect(client);
                return;
            }
            if (isFirst) return;
            int number;
            lock (gate) foreach (var filter in filters) Mosquitto.mosquitto_subscribe_v5(client, out number, filter, 1, 0, IntPtr.Zero);
            returned();
        }

        private void Came(IntPtr from, IntPtr owner, IntPtr pointer, IntPtr properties)
        {
            var message = (Mosquitto.Message)Marshal.PtrToStructure(pointer, typeof(Mosquitto.Message));
            var payload = new byte[message.Length];
            if (message.Length > 0) Marshal.Copy(message.Payload, payload, 0, message.Length);
            heard(Marshal.PtrToStringAnsi(message.Topic), payload, message.IsRetained);
        }

        private void Acknowledged(IntPtr from, IntPtr owner, int number, int reason, IntPtr properties)
        {
            Action<int> whenDone;
            lock (gate)
            {
                if (!published.TryGetValue(number, out whenDone)) return;
                published.Remove(number);
            }
            whenDone(reason);
        }

        private void Granted(IntPtr from, IntPtr owner, int number, int count, IntPtr granted, IntPtr properties)
        {
            lock (gate)
            {
                TaskCompletionSource<int> waiting;
                if (!subscribed.TryGetValue(number, out waiting)) return;
                subscribed.Remove(number);
                waiting.SetResult(Marshal.ReadInt32(granted));
            }
        }

        private static void Check(int result)
        {
            if (result != 0) throw new BusFault("notConnected", Mosquitto.Words(result), true);
        }
    }
}

using System;
using System.Runtime.InteropServices;

namespace VitalBus
{
    /// <summary>The functions of libmosquitto 2 that are used; a map file names the library elsewhere.</summary>
    internal static class Mosquitto
    {
        private const string Library = "libmosquitto.so.1";
        public const int ProtocolVersion = 1, NoDelay = 11, Version5 = 5;
        public const int MessageExpiry = 2, ContentType = 3, ResponseTopic = 8, CorrelationData = 9, UserProperty = 38;

        [StructLayout(LayoutKind.Sequential)]
        public struct Message
        {
            public int Number;
            public IntPtr Topic;
            public IntPtr Payload;
            public int Length;
            public int Quality;
            [MarshalAs(UnmanagedType.I1)] public bool IsRetained;
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void OnConnect(IntPtr client, IntPtr owner, int reason, int flags, IntPtr properties);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void OnMessage(IntPtr client, IntPtr owner, IntPtr message, IntPtr properties);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void OnPublish(IntPtr client, IntPtr owner, int number, int reason, IntPtr properties);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        public delegate void OnSubscribe(IntPtr client, IntPtr owner, int number, int count, IntPtr granted, IntPtr properties);

        [DllImport(Library)] public static extern int mosquitto_lib_init();
        [DllImport(Library)] public static extern IntPtr mosquitto_new(string id, [MarshalAs(UnmanagedType.I1)] bool clean, IntPtr owner);
        [DllImport(Library)] public static extern void mosquitto_destroy(IntPtr client);
        [DllImport(Library)] public static extern int mosquitto_int_option(IntPtr client, int option, int value);
        [DllImport(Library)] public static extern int mosquitto_threaded_set(IntPtr client, [MarshalAs(UnmanagedType.I1)] bool threaded);
        [DllImport(Library)] public static extern int mosquitto_username_pw_set(IntPtr client, string name, string password);
        [DllImport(Library)]
        public static extern int mosquitto_tls_set(IntPtr client, string authority, string folder, string certificate, string key, IntPtr password);
        [DllImport(Library)]
        public static extern int mosquitto_reconnect_delay_set(
            IntPtr client, uint first, uint most, [MarshalAs(UnmanagedType.I1)] bool exponential);
        [DllImport(Library)] public static extern int mosquitto_connect(IntPtr client, string host, int port, int keepAlive);
        [DllImport(Library)] public static extern int mosquitto_disconnect(IntPtr client);
        [DllImport(Library)] public static extern int mosquitto_loop_forever(IntPtr client, int timeout, int packets);
        [DllImport(Library)]
        public static extern int mosquitto_publish_v5(
            IntPtr client, out int number, string topic, int length, byte[] payload, int quality,
            [MarshalAs(UnmanagedType.I1)] bool retain, IntPtr properties);
        [DllImport(Library)]
        public static extern int mosquitto_subscribe_v5(IntPtr client, out int number, string filter, int quality, int options, IntPtr properties);
        [DllImport(Library)] public static extern int mosquitto_unsubscribe(IntPtr client, IntPtr number, string filter);
        [DllImport(Library)] public static extern void mosquitto_connect_v5_callback_set(IntPtr client, OnConnect heard);
        [DllImport(Library)] public static extern void mosquitto_message_v5_callback_set(IntPtr client, OnMessage heard);
        [DllImport(Library)] public static extern void mosquitto_publish_v5_callback_set(IntPtr client, OnPublish heard);
        [DllImport(Library)] public static extern void mosquitto_subscribe_v5_callback_set(IntPtr client, OnSubscribe heard);
        [DllImport(Library)] public static extern int mosquitto_property_add_string(ref IntPtr list, int name, string value);
        [DllImport(Library)] public static extern int mosquitto_property_add_binary(ref IntPtr list, int name, byte[] value, ushort length);
        [DllImport(Library)] public static extern int mosquitto_property_add_int32(ref IntPtr list, int name, uint value);
        [DllImport(Library)] public static extern int mosquitto_property_add_string_pair(ref IntPtr list, int name, string key, string value);
        [DllImport(Library)] public static extern void mosquitto_property_free_all(ref IntPtr list);
        [DllImport(Library)] private static extern IntPtr mosquitto_strerror(int code);

        public static string Words(int code)
        {
            return Marshal.PtrToStringAnsi(mosquitto_strerror(code));
        }
    }
}

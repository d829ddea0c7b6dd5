using System;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using VitalBus.Contract;

namespace VitalBus
{
    /// <summary>
    /// Seals an access token for a site: HPKE (RFC 9180) in base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305.
    /// </summary>
    /// <remarks>`topics/session-manager.md` has a test vector. X25519 and the cipher are those of OpenSSL.</remarks>
    public static class Sealing
    {
        private static readonly byte[] Kem = Latin("KEM\x00\x20");
        private static readonly byte[] Suite = Latin("HPKE\x00\x20\x00\x01\x00\x03");
        private static readonly byte[] Nothing = new byte[0];

        /// <summary>The `hpkeToken` of a request `startSession`; seat and user are those of the request.</summary>
        public static HPKEToken Seal(string token, SealingState state, string site, string seat, string user)
        {
            var theirs = Convert.FromBase64String(state.PublicKey);
            byte[] enc;
            var agreed = OpenSsl.Agree(Random(32), theirs, out enc);
            var shared = Expand(Kem, Extract(Kem, Nothing, "eae_prk", agreed), "shared_secret", Join(enc, theirs), 32);
            var info = Extract(Suite, Nothing, "info_hash", Latin("vitalbus session-token v1"));
            var context = Join(new byte[] { 0 }, Extract(Suite, Nothing, "psk_id_hash", Nothing), info);
            var secret = Extract(Suite, shared, "secret", Nothing);
            var text = OpenSsl.Encrypt(
                Expand(Suite, secret, "key", context, 32), Expand(Suite, secret, "base_nonce", context, 12),
                Encoding.UTF8.GetBytes(site + "/" + seat + "/" + user), Encoding.UTF8.GetBytes(token));
            return new HPKEToken { Kid = state.Kid, Enc = Convert.ToBase64String(enc), Ciphertext = Convert.ToBase64String(text) };
        }

        internal static byte[] Random(int count)
        {
            var bytes = new byte[count];
            using (var source = RandomNumberGenerator.Create()) source.GetBytes(bytes);
            return bytes;
        }

        private static byte[] Extract(byte[] suite, byte[] salt, string label, byte[] secret)
        {
            using (var hmac = new HMACSHA256(salt)) return hmac.ComputeHash(Join(Latin("HPKE-v1"), suite, Latin(label), secret));
        }

        // One block is enough: at most 32 bytes.
        private static byte[] Expand(byte[] suite, byte[] key, string label, byte[] info, byte length)
        {
            var text = Join(new byte[] { 0, length }, Latin("HPKE-v1"), suite, Latin(label), info, new byte[] { 1 });
            using (var hmac = new HMACSHA256(key)) return hmac.ComputeHash(text).Take(length).ToArray();
        }

        private static byte[] Join(params byte[][] parts)
        {
            return parts.SelectMany(part => part).ToArray();
        }

        private static byte[] Latin(string text)
        {
            return text.Select(letter => (byte)letter).ToArray();
        }
    }

    /// <summary>What .NET Framework and Mono have not, of OpenSSL 1.1.1 or newer; a map file names it elsewhere.</summary>
    internal static class OpenSsl
    {
        private const string Library = "libcrypto.so.3";
        private const int X25519 = 1034, GetTag = 0x10, TagLength = 16;

        /// <summary>The secret that a private key of ours and their public key make, and our public key.</summary>
        public static byte[] Agree(byte[] ours, byte[] theirs, out byte[] publicKey)
        {
            var own = EVP_PKEY_new_raw_private_key(X25519, IntPtr.Zero, ours, (UIntPtr)32);
            var peer = EVP_PKEY_new_raw_public_key(X25519, IntPtr.Zero, theirs, (UIntPtr)theirs.Length);
            var context = EVP_PKEY_CTX_new(own, IntPtr.Zero);
            try
            {
                byte[] secret = new byte[32], key = new byte[32];
                UIntPtr length = (UIntPtr)32, size = (UIntPtr)32;
                Check(own != IntPtr.Zero && peer != IntPtr.Zero && context != IntPtr.Zero ? 1 : 0);
                Check(EVP_PKEY_get_raw_public_key(own, key, ref size));
                Check(EVP_PKEY_derive_init(context));
                Check(EVP_PKEY_derive_set_peer(context, peer));
                Check(EVP_PKEY_derive(context, secret, ref length));
                publicKey = key;
                return secret;
            }
            finally
            {
                EVP_PKEY_CTX_free(context);
                EVP_PKEY_free(peer);
                EVP_PKEY_free(own);
            }
        }

        /// <summary>ChaCha20-Poly1305: the ciphertext and its tag.</summary>
        public static byte[] Encrypt(byte[] key, byte[] nonce, byte[] aad, byte[] text)
        {
            var context = EVP_CIPHER_CTX_new();
            try
            {
                byte[] cipher = new byte[text.Length], tag = new byte[TagLength];
                int count;
                Check(EVP_EncryptInit_ex(context, EVP_chacha20_poly1305(), IntPtr.Zero, key, nonce));
                Check(EVP_EncryptUpdate(context, null, out count, aad, aad.Length));
                Check(EVP_EncryptUpdate(context, cipher, out count, text, text.Length));
                Check(EVP_EncryptFinal_ex(context, tag, out count));
                Check(EVP_CIPHER_CTX_ctrl(context, GetTag, TagLength, tag));
                return cipher.Concat(tag).ToArray();
            }
            finally
            {
                EVP_CIPHER_CTX_free(context);
            }
        }

        private static void Check(int result)
        {
            if (result != 1) throw new CryptographicException("OpenSSL does not do it: is the site's public key one of X25519?");
        }

        [DllImport(Library)] private static extern IntPtr EVP_PKEY_new_raw_private_key(int type, IntPtr engine, byte[] key, UIntPtr length);
        [DllImport(Library)] private static extern IntPtr EVP_PKEY_new_raw_public_key(int type, IntPtr engine, byte[] key, UIntPtr length);
        [DllImport(Library)] private static extern int EVP_PKEY_get_raw_public_key(IntPtr key, byte[] bytes, ref UIntPtr length);
        [DllImport(Library)] private static extern IntPtr EVP_PKEY_CTX_new(IntPtr key, IntPtr engine);
        [DllImport(Library)] private static extern int EVP_PKEY_derive_init(IntPtr context);
        [DllImport(Library)] private static extern int EVP_PKEY_derive_set_peer(IntPtr context, IntPtr peer);
        [DllImport(Library)] private static extern int EVP_PKEY_derive(IntPtr context, byte[] secret, ref UIntPtr length);
        [DllImport(Library)] private static extern void EVP_PKEY_CTX_free(IntPtr context);
        [DllImport(Library)] private static extern void EVP_PKEY_free(IntPtr key);
        [DllImport(Library)] private static extern IntPtr EVP_CIPHER_CTX_new();
        [DllImport(Library)] private static extern void EVP_CIPHER_CTX_free(IntPtr context);
        [DllImport(Library)] private static extern IntPtr EVP_chacha20_poly1305();
        [DllImport(Library)] private static extern int EVP_EncryptInit_ex(IntPtr context, IntPtr cipher, IntPtr engine, byte[] key, byte[] nonce);
        [DllImport(Library)] private static extern int EVP_EncryptUpdate(IntPtr context, byte[] to, out int count, byte[] from, int length);
        [DllImport(Library)] private static extern int EVP_EncryptFinal_ex(IntPtr context, byte[] to, out int count);
        [DllImport(Library)] private static extern int EVP_CIPHER_CTX_ctrl(IntPtr context, int command, int length, byte[] bytes);
    }
}

const assertions = words(
  "Assert AssertionError CallTracker deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow " +
    "equal fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok " +
    "partialDeepStrictEqual rejects strict strictEqual throws",
);
const paths = words(
  "basename win32 delimiter dirname extname format isAbsolute join matchesGlob normalize parse posix relative " +
    "resolve sep toNamespacedPath",
);

/** The names that each of Node 24's modules exports; those that the page does not support exist as stand-ins that throw. */
export const nodeModules: Readonly<Record<string, readonly string[]>> = {
  assert: assertions,
  "assert/strict": assertions,
  buffer: words("Blob Buffer File SlowBuffer atob btoa isAscii isUtf8 resolveObjectURL transcode"),
  child_process: words("ChildProcess exec execFile execFileSync execSync fork spawn spawnSync"),
  console: words(
    "Console assert count countReset debug dir dirxml error group groupCollapsed groupEnd info log table time timeEnd timeLog trace warn",
  ),
  constants: words("F_OK O_RDONLY R_OK W_OK X_OK"),
  crypto: words(
    "Certificate Cipheriv Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject Sign " +
      "Verify X509Certificate argon2 argon2Sync checkPrime checkPrimeSync createCipheriv createDecipheriv " +
      "createDiffieHellman createDiffieHellmanGroup createECDH createHash createHmac createPrivateKey " +
      "createPublicKey createSecretKey createSign createVerify decapsulate diffieHellman encapsulate " +
      "generateKey generateKeyPair generateKeyPairSync generateKeySync generatePrime generatePrimeSync " +
      "getCipherInfo getCiphers getCurves getDiffieHellman getFips getHashes getRandomValues hash hkdf " +
      "hkdfSync pbkdf2 pbkdf2Sync privateDecrypt privateEncrypt publicDecrypt publicEncrypt randomBytes " +
      "randomFill randomFillSync randomInt randomUUID randomUUIDv7 scrypt scryptSync secureHeapUsed " +
      "setEngine setFips sign timingSafeEqual verify webcrypto",
  ),
  dns: words(
    "Resolver lookup lookupService promises resolve resolve4 resolve6 resolveMx resolveTxt reverse setServers",
  ),
  "dns/promises": words(
    "Resolver lookup lookupService resolve resolve4 resolve6 resolveMx resolveTxt reverse setServers",
  ),
  events: words(
    "EventEmitter EventEmitterAsyncResource addAbortListener getEventListeners getMaxListeners init " +
      "listenerCount on once setMaxListeners",
  ),
  fs: words(
    "Dir Dirent FileReadStream FileWriteStream ReadStream Stats Utf8Stream WriteStream access accessSync " +
      "appendFile appendFileSync chmod chmodSync chown chownSync close closeSync constants copyFile " +
      "copyFileSync cp cpSync createReadStream createWriteStream exists existsSync fchmod fchmodSync fchown " +
      "fchownSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes " +
      "futimesSync glob globSync lchown lchownSync link linkSync lstat lstatSync lutimes lutimesSync mkdir " +
      "mkdirSync mkdtemp mkdtempDisposableSync mkdtempSync open openAsBlob openSync opendir opendirSync " +
      "promises read readFile readFileSync readSync readdir readdirSync readlink readlinkSync readv " +
      "readvSync realpath realpathSync rename renameSync rm rmSync rmdir rmdirSync stat statSync statfs " +
      "statfsSync symlink symlinkSync truncate truncateSync unlink unlinkSync unwatchFile utimes utimesSync " +
      "watch watchFile write writeFile writeFileSync writeSync writev writevSync",
  ),
  "fs/promises": words(
    "access appendFile chmod chown constants copyFile cp glob lchmod lchown link lstat lutimes mkdir mkdtemp " +
      "mkdtempDisposable open opendir readFile readdir readlink realpath rename rm rmdir stat statfs " +
      "symlink truncate unlink utimes watch writeFile",
  ),
  http: words(
    "Agent ClientRequest IncomingMessage METHODS OutgoingMessage STATUS_CODES Server ServerResponse createServer get globalAgent " +
      "request validateHeaderName validateHeaderValue",
  ),
  https: words("Agent Server createServer get globalAgent request"),
  module: words(
    "Module SourceMap createRequire enableCompileCache findPackageJSON findSourceMap flushCompileCache " +
      "getCompileCacheDir getSourceMapsSupport isBuiltin register registerHooks runMain " +
      "setSourceMapsSupport stripTypeScriptTypes syncBuiltinESMExports",
  ),
  net: words("BlockList Server Socket SocketAddress Stream connect createConnection createServer isIP isIPv4 isIPv6"),
  os: words(
    "EOL arch availableParallelism cpus endianness freemem getPriority homedir constants devNull hostname loadavg machine " +
      "networkInterfaces platform release setPriority tmpdir totalmem type uptime userInfo version",
  ),
  path: paths,
  "path/posix": paths,
  perf_hooks: words(
    "Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver " +
      "PerformanceObserverEntryList PerformanceResourceTiming createHistogram eventLoopUtilization " +
      "monitorEventLoopDelay performance timerify",
  ),
  querystring: words("decode encode escape parse stringify unescape unescapeBuffer"),
  process: words("argv cwd env exit platform stderr stdin stdout version"),
  readline: words("Interface clearLine clearScreenDown createInterface cursorTo emitKeypressEvents moveCursor"),
  "readline/promises": words("Interface Readline createInterface"),
  stream: words(
    "Duplex PassThrough Readable Stream Transform Writable addAbortSignal compose finished isErrored isReadable pipeline promises",
  ),
  "stream/promises": words("finished pipeline"),
  tls: words("Server TLSSocket checkServerIdentity connect createSecureContext createServer rootCertificates"),
  tty: words("ReadStream WriteStream isatty"),
  "util/types": words(
    "isAsyncFunction isDate isGeneratorFunction isMap isNativeError isPromise isRegExp isSet isTypedArray",
  ),
  worker_threads: words("MessageChannel Worker isMainThread parentPort threadId workerData"),
  string_decoder: words("StringDecoder"),
  timers: words("clearImmediate clearInterval clearTimeout setImmediate setInterval setTimeout"),
  "timers/promises": words("setImmediate setInterval setTimeout"),
  url: words(
    "URL URLPattern URLSearchParams Url domainToASCII domainToUnicode fileURLToPath fileURLToPathBuffer " +
      "format parse pathToFileURL resolve resolveObject urlToHttpOptions",
  ),
  util: words(
    "MIMEParams MIMEType TextDecoder TextEncoder aborted callbackify convertProcessSignalToExitCode debug " +
      "debuglog deprecate diff format formatWithOptions getCallSites getSystemErrorMap " +
      "getSystemErrorMessage getSystemErrorName inherits inspect isArray isDeepStrictEqual parseArgs " +
      "parseEnv promisify setTraceSigInt stripVTControlCharacters styleText toUSVString " +
      "transferableAbortController transferableAbortSignal types",
  ),
  zlib: words(
    "BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip ZstdCompress " +
      "ZstdDecompress brotliCompress brotliCompressSync brotliDecompress brotliDecompressSync codes constants " +
      "crc32 createBrotliCompress createBrotliDecompress createDeflate createDeflateRaw createGunzip createGzip " +
      "createInflate createInflateRaw createUnzip createZstdCompress createZstdDecompress deflate deflateRaw " +
      "deflateRawSync deflateSync gunzip gunzipSync gzip gzipSync inflate inflateRaw inflateRawSync " +
      "inflateSync unzip unzipSync zstdCompress zstdCompressSync zstdDecompress zstdDecompressSync",
  ),
};

function words(text: string): readonly string[] {
  return text.split(" ");
}

/** What no response varies in; the page's content policy, which has a nonce, is set in `proxy.ts`. */
const fixedHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  // Host names in a stranger's text are looked up for nobody.
  "X-DNS-Prefetch-Control": "off",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Closed but for what the lab does: copying a link, and a presenter's full screen.
  "Permissions-Policy": [
    ...["accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation"],
    ...["gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"],
    ...["picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
  ]
    .map((feature) => `${feature}=()`)
    .concat("clipboard-write=(self)", "fullscreen=(self)")
    .join(", "),
};

/**
 * A worker loaded over HTTP takes the policy of its own response, not the page's: it may ask this server only.
 * @param {boolean} development
 */
const scriptPolicy = (development) =>
  [
    "default-src 'none'",
    // zlib and SHA-1 run as WebAssembly where packs are read.
    `script-src 'self' 'wasm-unsafe-eval'${development ? " 'unsafe-eval'" : ""}`,
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * The thread in which a downloaded model runs, alone of all that runs here, may fetch weights and their programs; it is given
 * nothing but the conversation with that model.
 */
const enginePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src https://huggingface.co https://*.huggingface.co https://*.hf.co https://raw.githubusercontent.com",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The page that draws a diagram in a frame: its own scripts, which are fetched from an origin of nobody, and no word with any server. What a
 * diagram's text makes it do stays in it.
 */
const diagramPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");
const forFrames = { "Access-Control-Allow-Origin": "*" };

/**
 * The frame in which scripts run, and the worker in it: no address is ever asked for, whatever a script tries. Its own script stands in the
 * page, whose text allows that one alone (`lib/tasks/run-page.ts`). `blob:` lets Python's script into the worker, to which the page hands it as a
 * text. It opens nothing: who can make a blob runs a script already, and might start a worker of it.
 */
const runPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");

/** Asked for by the build's name (`lib/run/open-sandbox.ts`), so that browsers may keep them, and run scripts without a network. */
const keptByBrowsers = { "Cache-Control": "public, max-age=31536000, immutable" };

/** The service worker asks this server for what a page asks for, and runs nothing but itself. */
const servicePolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** For answers and files that are no pages, should somebody open one as a page. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The style of a picture's own text is in its attributes. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const forOthers = { "Cross-Origin-Resource-Policy": "cross-origin" };

/** @param {Record<string, string>} record */
const asHeaders = (record) => Object.entries(record).map(([key, value]) => ({ key, value }));

/** What Markdown's parser decodes `&amp;` with: for pages it asks `document`, and in a worker there is none. */
const inWorker = {
  "decode-named-character-reference": "./node_modules/decode-named-character-reference/index.js",
};

/** @type {import("next").NextConfig} */
export default {
  // `next dev` on 127.0.0.1 never hydrates without this.
  allowedDevOrigins: ["127.0.0.1"],
  experimental: {
    // Else the server holds the code of all routes from its start on, those that nobody asks for among them: some ten megabytes.
    preloadEntriesOnStart: false,
    // Each build has another name, which stands in all that is built: what was kept of the last one saves no time, and is 245 MB to write.
    turbopackFileSystemCacheForBuild: false,
    // They are the server's, 83 MB that nothing reads.
    turbopackSourceMaps: false,
  },
  // What Next names in each page and each answer to its router, by which the service worker knows them. Its own choice where nothing is kept.
  generateBuildId: () => process.env.NEXT_PUBLIC_BUILD ?? null,
  poweredByHeader: false,
  // Else the build has four copies of them for the server, where one route asks a model, if a key is lent.
  serverExternalPackages: [
    ...["@ai-sdk/anthropic", "@ai-sdk/google", "@ai-sdk/openai", "@ai-sdk/openai-compatible"],
    ...["@openrouter/ai-sdk-provider", "ai"],
  ],
  reactStrictMode: true,
  // `npm run check` does, and a build that does it, too, takes half as long again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { resolveAlias: inWorker },
  headers: async () => {
    const script = scriptPolicy(process.env.NODE_ENV === "development");
    return [
      { source: "/:path*", headers: asHeaders(fixedHeaders) },
      { source: "/_next/static/:path*", headers: asHeaders({ "Content-Security-Policy": script }) },
      { source: "/service-worker.js", headers: asHeaders({ "Content-Security-Policy": servicePolicy }) },
      { source: "/model-engine/:path*", headers: asHeaders({ "Content-Security-Policy": enginePolicy }) },
      { source: "/diagram/:path*", headers: asHeaders({ "Content-Security-Policy": diagramPolicy, ...forFrames }) },
      { source: "/run/:path*", headers: asHeaders({ "Content-Security-Policy": runPolicy }) },
      { source: "/run/:path*", has: [{ type: "query", key: "build" }], headers: asHeaders(keptByBrowsers) },
      { source: "/api/:path*", headers: asHeaders({ "Content-Security-Policy": inertPolicy }) },
      // Pictures for other pages: nothing in them runs or is fetched, should somebody open one as a page.
      { source: "/badge/:path*", headers: asHeaders({ "Content-Security-Policy": picturePolicy, ...forOthers }) },
      { source: "/og/:path*", headers: asHeaders({ "Content-Security-Policy": picturePolicy, ...forOthers }) },
      { source: "/samples/:path*", headers: asHeaders({ "Content-Security-Policy": inertPolicy }) },
    ];
  },
};

declare module "string_decoder/" {
  // biome-ignore lint/performance/noReExportAll: its types are Node's
  export * from "node:string_decoder";
}

declare module "readable-stream/lib/stream.js" {
  import streams from "node:stream";
  export default streams;
}

import { createZipPacker } from "./pack-zip.ts";
import type { ZipReply, ZipRequest } from "./write-zip.ts";

const packer = createZipPacker();

addEventListener("message", ({ data }: MessageEvent<ZipRequest>) => {
  void answer(data)
    .catch((reason: unknown): ZipReply => ({ kind: "failed", reason }))
    .then((reply) => postMessage(reply));
});
postMessage({ kind: "ready" } satisfies ZipReply);

async function answer(request: ZipRequest): Promise<ZipReply> {
  if (request.kind === "end") return { kind: "packed", archive: await packer.end() };
  await packer.add(request.entries);
  return { kind: "added" };
}

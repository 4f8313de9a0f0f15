import type { ModelSource } from "../source.ts";

/** The models that this page's server lends; the server itself says which (`GET /api/chat`). */
export const server: ModelSource = {
  id: "server",
  label: "This server's",
  about: "Provided by this site. No key needed.",
  costs: {
    money: "Free for you within limits",
    privacy: "read by this page's server and its provider",
  },
  needs: ["model"],
  host: "this server",
  async open({ model }) {
    const { createRemoteModel } = await import("../remote-model.ts");
    return createRemoteModel({ model });
  },
};

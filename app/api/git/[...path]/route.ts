import { relayGit } from "#lib/server/relay/git-relay.ts";
import { relayDeps } from "#lib/server/relay/relay-deps.ts";

export const dynamic = "force-dynamic";

async function relay(request: Request): Promise<Response> {
  return relayGit(request, await relayDeps());
}

export { relay as GET, relay as POST };

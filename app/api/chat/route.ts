import { serverOffer } from "#lib/server/lent/models.ts";
import { modelBudget } from "#lib/server/lent/models-budget.ts";
import { answerTurn } from "#lib/server/lent/models-turn.ts";

/** The environment is read at each request, not when the site is built. */
export const dynamic = "force-dynamic";

/** The `ServerOffer` of this server: what it lends and allows. */
export function GET(): Response {
  return Response.json(serverOffer(process.env), { headers: { "cache-control": "no-store" } });
}

/** Runs one turn of a lent model. `lib/chat/models/remote-model.ts` describes the request and the response. */
export async function POST(request: Request): Promise<Response> {
  return answerTurn(request, { environment: process.env, budget: await modelBudget() });
}

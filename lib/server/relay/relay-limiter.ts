import { FailureError } from "#lib/failure.ts";
import { countInMemory, countOrRefuse, type Rate } from "#lib/server/store/counts.ts";
import { countPlaces, type Holder, type Leave, leaveBoth, type Places } from "#lib/server/store/places.ts";

export interface RelayLimits {
  /** What one page may ask, answered from here or by a host. */
  readonly session: Rate;
  /** What all pages of one network may ask. */
  readonly network: Rate;
  /** What a host is asked by all pages together: answers given again are not counted. */
  readonly host: Rate;
  /** What a host is asked by one network. */
  readonly hostByNetwork: Rate;
  /** Bodies of requests that are on their way here, and those of them that may be large. */
  readonly bodies: Places;
  readonly largeBodies: Places;
  readonly readers: Places;
  /** Requests to hosts: by one network, and to one host. */
  readonly open: Places;
  readonly openPerHost: number;
}

/**
 * A school has one address. So what one network may do is sized for five hundred pages that open one repository at the
 * same moment, at some five requests each, and three times within a minute; and for a hundred that open each another one,
 * which their host is asked for. A loop does not pass. Nothing that a network may take is more than half of what there is.
 */
export const defaultLimits: RelayLimits = {
  session: { points: 120, duration: 60 },
  network: { points: 7500, duration: 60 },
  host: { points: 1200, duration: 60 },
  hostByNetwork: { points: 600, duration: 60 },
  bodies: { all: 2000, each: 1000 },
  largeBodies: { all: 48, each: 24 },
  readers: { all: 4000, each: 2000 },
  open: { all: 256, each: 64 },
  openPerHost: 128,
};

/** Who asks. */
export interface Visitor {
  /** The network address (`visitorNetwork`). */
  readonly network: string;
  /** An opaque id that the page chose; all of a network that send none are one. */
  readonly session: string | undefined;
  /** Whom its places are counted for, from the wide network (`visitorGroups`) to the session. */
  readonly party: readonly string[];
}

/** What takes a place, and how it is told that somebody else has it now. */
export interface Placed extends Pick<Holder, "behind"> {
  readonly onLost: (refusal: FailureError) => void;
}

/** Who may ask now. Each method throws `rate-limited`, with the time from which asking again makes sense. */
export interface RelayLimiter {
  /** Counts a page's request. */
  count(host: string, visitor: Visitor): Promise<void>;
  /** A place for a body that is on its way; waits for one for a large body, as there are few, until `large` aborts. */
  receive(host: string, visitor: Visitor, placed: Placed, large: AbortSignal | undefined): Promise<Leave>;
  /** A place for a reader. */
  admit(host: string, visitor: Visitor, placed: Placed): Leave;
  /** Counts a request to a host, and takes a place for it. */
  enter(host: string, visitor: Visitor, placed: Placed): Promise<Leave>;
}

/** A page asks for two things of a repository at a time, and may have two of them open. */
const sparedPlaces = 4;

/** Rates are counted by what `countRate` makes, places in this process. */
export function createRelayLimiter(limits: RelayLimits = defaultLimits, countRate = countInMemory): RelayLimiter {
  const sessions = countRate("relay-session", limits.session);
  const networks = countRate("relay-network", limits.network);
  const hosts = countRate("relay-host", limits.host);
  const hostsByNetwork = countRate("relay-host-network", limits.hostByNetwork);
  const bodies = countPlaces(limits.bodies, sparedPlaces);
  const largeBodies = countPlaces(limits.largeBodies, sparedPlaces);
  const readers = countPlaces(limits.readers, sparedPlaces);
  const requests = countPlaces(limits.open, sparedPlaces);
  const requestsToHost = countPlaces({ all: Number.POSITIVE_INFINITY, each: limits.openPerHost }, sparedPlaces);
  return {
    async count(host, { network, session = "none" }) {
      // The network first: what is refused leaves no count of a session that somebody made up.
      await refusing(host, async () => {
        await networks.consume(network);
        // Within its network, so that no other one can use up the count of a session that it knows or guesses.
        await sessions.consume(`${network} ${session}`);
      });
    },
    async receive(host, { party }, placed, large) {
      const holder = holderOf(host, placed);
      const leave = granted(bodies.take(party, holder), host);
      if (!large) return leave;
      const leaveLarge = await largeBodies.wait(party, large, holder);
      if (!leaveLarge) leave();
      return leaveBoth(leave, granted(leaveLarge, host));
    },
    admit: (host, { party }, placed) => granted(readers.take(party, holderOf(host, placed)), host),
    async enter(host, { network, party }, placed) {
      const holder = holderOf(host, placed);
      // Taken before anything is counted, as others come in meanwhile.
      const leave = granted(requests.take(party, holder), host);
      const leaveHost = requestsToHost.take([host, ...party], holder);
      const leaveAll = leaveBoth(leave, leaveHost);
      try {
        granted(leaveHost, host);
        await refusing(host, async () => {
          await hostsByNetwork.consume(`${network} ${host}`);
          await hosts.consume(host);
        });
        return leaveAll;
      } catch (error) {
        leaveAll();
        throw error;
      }
    },
  };
}

function refusing(host: string, count: () => Promise<void>): Promise<void> {
  return countOrRefuse(count, (milliseconds) => refusal(host, milliseconds));
}

function holderOf(host: string, { onLost, behind }: Placed): Holder {
  return { onLost: () => onLost(refusal(host, placeSeconds * 1000)), ...(behind && { behind }) };
}

function granted(leave: Leave | undefined, host: string): Leave {
  if (!leave) throw refusal(host, placeSeconds * 1000);
  return leave;
}

/** When a place may have come free, in seconds. */
const placeSeconds = 5;

function refusal(host: string, milliseconds: number): FailureError {
  const seconds = Math.ceil((Date.now() + milliseconds) / 1000);
  return new FailureError({ code: "rate-limited", host, retryAt: new Date(seconds * 1000).toISOString() });
}

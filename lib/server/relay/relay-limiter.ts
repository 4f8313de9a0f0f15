import { FailureError } from "#lib/failure.ts";
import { countInMemory, countOrRefuse, type Rate } from "#lib/server/store/counts.ts";
import { countPlaces, type Holder, type Leave, leaveBoth, type Places } from "#lib/server/store/places.ts";

export interface RelayLimits {
  /** Requests of one page, answered from here or by a host. */
  readonly session: Rate;
  /** Requests of all pages of one network. */
  readonly network: Rate;
  /** Requests to one host for all pages together, without answers given again. */
  readonly host: Rate;
  /** Requests to one host for one network. */
  readonly hostByNetwork: Rate;
  /** Request bodies being received, and those of them that may be large. */
  readonly bodies: Places;
  readonly largeBodies: Places;
  readonly readers: Places;
  /** Open requests to hosts: by one network, and to one host. */
  readonly open: Places;
  readonly openPerHost: number;
}

/**
 * A school has one address. So a network's limits are sized for five hundred pages that open one repository at the same
 * moment, with some five requests each, three times within a minute; and for a hundred pages that each open a different
 * one, for which the host must be asked. A loop exceeds them. A single network may take no more than half of anything.
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

export interface Visitor {
  /** The network address (`visitorNetwork`). */
  readonly network: string;
  /** An opaque id that the page chose; all of a network without an id count as one. */
  readonly session: string | undefined;
  /** The groups for which its places are counted, from the wide network (`visitorGroups`) to the session. */
  readonly party: readonly string[];
}

/** What takes a place, and how it learns that the place has gone to somebody else. */
export interface Placed extends Pick<Holder, "behind"> {
  readonly onLost: (refusal: FailureError) => void;
}

/** Decides who may ask now. Each method throws `rate-limited`, with the time from which asking again makes sense. */
export interface RelayLimiter {
  count(host: string, visitor: Visitor): Promise<void>;
  /**
   * Takes a place for a body that is being received. A large body waits for one of the few places for it, until `large`
   * aborts.
   */
  receive(host: string, visitor: Visitor, placed: Placed, large: AbortSignal | undefined): Promise<Leave>;
  admit(host: string, visitor: Visitor, placed: Placed): Leave;
  /** Counts a request to a host, and takes a place for it. */
  enter(host: string, visitor: Visitor, placed: Placed): Promise<Leave>;
}

/** A page requests two things of a repository at a time, and may have two repositories open. */
const sparedPlaces = 4;

/** Rates use the counters that `countRate` creates; places are counted in this process. */
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
      // The network first: a refusal then leaves no count for an invented session.
      await refusing(host, async () => {
        await networks.consume(network);
        // Counted within its network, so that no other network can use up the count of a session id that it knows or
        // guesses.
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

/** Seconds after which a place may be free. */
const placeSeconds = 5;

function refusal(host: string, milliseconds: number): FailureError {
  const seconds = Math.ceil((Date.now() + milliseconds) / 1000);
  return new FailureError({ code: "rate-limited", host, retryAt: new Date(seconds * 1000).toISOString() });
}

import { type Failure, FailureError } from "#lib/failure.ts";
import { countInMemory, countOrRefuse, type Rate } from "#lib/server/store/counts.ts";
import { countPlaces, type Leave, leaveBoth, type Places } from "#lib/server/store/places.ts";
import type { Networks } from "#lib/server/visitor.ts";

/** Rates of a narrow network, and of the wide network that contains it. */
interface RateByNetwork {
  readonly narrow: Rate;
  readonly wide: Rate;
}

export interface RoomRates {
  /** Requests with codes that no room has. */
  readonly guesses: RateByNetwork;
  readonly openings: RateByNetwork;
  /** Learners who are new to a room: of one wide network, for one room and for all. */
  readonly joins: { readonly room: Rate; readonly all: Rate };
  /** Requests of one network, and with one page's key. */
  readonly network: Rate;
  readonly key: Rate;
  /** Streams in all and of one wide network; of one room; of one key: a learner may have several tabs. */
  readonly streams: Places;
  readonly streamsOfRoom: number;
  readonly streamsOfKey: number;
}

const aMinute = (points: number): Rate => ({ points, duration: 60 });

/**
 * A school has one address: thirty rooms of forty learners that report every minute, and several times as much when all
 * pass a check at once. All its rooms may be opened and joined in the same minute, by a class of forty with every
 * second code mistyped. No network has more than half of all streams.
 */
export const defaultRates: RoomRates = {
  guesses: { narrow: aMinute(5), wide: aMinute(50) },
  openings: { narrow: aMinute(60), wide: aMinute(120) },
  joins: { room: aMinute(60), all: aMinute(1500) },
  network: aMinute(12_000),
  key: aMinute(240),
  streams: { all: 5000, each: 2500 },
  streamsOfRoom: 500,
  streamsOfKey: 10,
};

/** Decides who may ask now. Each method throws `room-rate-limited`, with the time at which asking again makes sense. */
export interface RoomLimiter {
  /** Whether these networks may try codes at all; codes of existing rooms do not count. */
  mayGuess(networks: Networks): Promise<void>;
  guessedWrong(networks: Networks): Promise<void>;
  open(networks: Networks): Promise<void>;
  join(networks: Networks, code: string): Promise<void>;
  /** Waits for this network's turn to use a processor for a moment; the result ends its turn. */
  turn(networks: Networks, signal: AbortSignal): Promise<Leave>;
  request(networks: Networks, key: string): Promise<void>;
  /** @param onTaken ends the stream, whose place goes to another network */
  stream(networks: Networks, page: { readonly code: string; readonly key: string }, onTaken: () => void): Leave;
}

type Why = Extract<Failure, { code: "room-rate-limited" }>["why"];

export function createRoomLimiter(rates: RoomRates = defaultRates, countRate = countInMemory): RoomLimiter {
  const byNetwork = (name: string, { narrow, wide }: RateByNetwork) => {
    const counts = [countRate(name, narrow), countRate(`${name}-wide`, wide)] as const;
    return (networks: Networks) =>
      [
        { count: counts[0], network: networks.narrow, most: narrow.points },
        { count: counts[1], network: networks.wide, most: wide.points },
      ] as const;
  };
  const guesses = byNetwork("room-guesses", rates.guesses);
  const openings = byNetwork("room-openings", rates.openings);
  const requests = countRate("room-network", rates.network);
  const keys = countRate("room-key", rates.key);
  const joinsOfRoom = countRate("room-joins", rates.joins.room);
  const joinsOfAll = countRate("room-joins-all", rates.joins.all);
  const turns = countPlaces({ all: 2, each: 1 });
  return {
    async mayGuess(networks) {
      for (const { count, network, most } of guesses(networks)) {
        const made = await count.get(network);
        if (made && made.consumedPoints >= most) throw refusal("guesses", made.msBeforeNext);
      }
    },
    async guessedWrong(networks) {
      for (const { count, network } of guesses(networks)) await count.penalty(network);
    },
    open: (networks) =>
      refusing("openings", async () => {
        for (const { count, network } of openings(networks)) await count.consume(network);
      }),
    join: ({ wide }, code) =>
      refusing("joins", async () => {
        await joinsOfAll.consume(wide);
        await joinsOfRoom.consume(`${wide} ${code}`);
      }),
    async turn({ wide }, signal) {
      const leave = await turns.wait(wide, signal);
      if (!leave) throw new FailureError({ code: "cancelled" });
      return leave;
    },
    request: ({ narrow }, key) =>
      // The network first: a refusal then leaves no count for an invented key.
      refusing("requests", async () => {
        await requests.consume(narrow);
        await keys.consume(key);
      }),
    stream: streamPlaces(rates),
  };
}

function streamPlaces({ streams, streamsOfRoom, streamsOfKey }: RoomRates): RoomLimiter["stream"] {
  const takeOfKey = countPlaces({ all: Number.POSITIVE_INFINITY, each: streamsOfKey });
  const takeOfRoom = countPlaces({ all: Number.POSITIVE_INFINITY, each: streamsOfRoom });
  const takeOfAll = countPlaces(streams);
  return ({ narrow, wide }, { code, key }, onTaken) => {
    const leaveKey = takeOfKey.take(key);
    const leaveRoom = leaveKey && takeOfRoom.take(code);
    // Last, as it may take a place from others.
    const leave = leaveRoom && takeOfAll.take([wide, narrow, code], { onLost: onTaken });
    if (leave) return leaveBoth(leave, leaveBoth(leaveRoom, leaveKey));
    leaveRoom?.();
    leaveKey?.();
    throw refusal("streams", placeSeconds * 1000);
  };
}

/** Seconds after which a place may be free. */
const placeSeconds = 10;

function refusing(why: Why, count: () => Promise<unknown>): Promise<void> {
  return countOrRefuse(count, (milliseconds) => refusal(why, milliseconds));
}

function refusal(why: Why, milliseconds: number): FailureError {
  return new FailureError({ code: "room-rate-limited", why, retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

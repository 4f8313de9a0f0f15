import { type Failure, FailureError } from "#lib/failure.ts";
import { roomLimits } from "#lib/room/room.ts";
import { countInMemory, countOrRefuse, type Rate } from "#lib/server/store/counts.ts";
import { countPlaces, type Leave, leaveBoth, type Places } from "#lib/server/store/places.ts";

export interface RoomRates {
  /** Codes of no room, by one network. */
  readonly guesses: Rate;
  readonly openings: Rate;
  /** Requests of one network, and of one page's key. */
  readonly network: Rate;
  readonly key: Rate;
  /** Streams of one network, and of one key: a learner may have some tabs. */
  readonly streams: Places;
  readonly streamsOfKey: number;
}

/**
 * A school has one address: thirty rooms of forty that report every minute, and several times as much when all pass a
 * check at once. No network has more than half of all rooms or streams.
 */
export const defaultRates: RoomRates = {
  guesses: { points: 5, duration: 60 },
  openings: { points: 150, duration: roomLimits.life / 1000 },
  network: { points: 12_000, duration: 60 },
  key: { points: 240, duration: 60 },
  streams: { all: 5000, each: 2500 },
  streamsOfKey: 10,
};

/** Who may ask now. Each method throws `room-rate-limited`, with when asking again makes sense. */
export interface RoomLimiter {
  /** Whether this network may try codes at all; a code that belongs to a room counts nothing. */
  mayGuess(network: string): Promise<void>;
  guessedWrong(network: string): Promise<void>;
  open(network: string): Promise<void>;
  request(network: string, key: string): Promise<void>;
  stream(network: string, key: string): Leave;
}

type Why = Extract<Failure, { code: "room-rate-limited" }>["why"];

export function createRoomLimiter(rates: RoomRates = defaultRates, countRate = countInMemory): RoomLimiter {
  const guesses = countRate("room-guesses", rates.guesses);
  const openings = countRate("room-openings", rates.openings);
  const networks = countRate("room-network", rates.network);
  const keys = countRate("room-key", rates.key);
  const streams = countPlaces(rates.streams);
  const streamsOfKey = countPlaces({ all: Number.POSITIVE_INFINITY, each: rates.streamsOfKey });
  return {
    async mayGuess(network) {
      const made = await guesses.get(network);
      if (made && made.consumedPoints >= rates.guesses.points) throw refusal("guesses", made.msBeforeNext);
    },
    async guessedWrong(network) {
      await guesses.penalty(network);
    },
    open: (network) => refusing("openings", () => openings.consume(network)),
    request: (network, key) =>
      // The network first: what is refused leaves no count of a key that somebody made up.
      refusing("requests", async () => {
        await networks.consume(network);
        await keys.consume(key);
      }),
    stream(network, key) {
      const leave = streams.take(network);
      if (!leave) throw refusal("streams", placeSeconds * 1000);
      const leaveKey = streamsOfKey.take(key);
      if (!leaveKey) {
        leave();
        throw refusal("streams", placeSeconds * 1000);
      }
      return leaveBoth(leave, leaveKey);
    },
  };
}

/** When a place may have come free. */
const placeSeconds = 10;

function refusing(why: Why, count: () => Promise<unknown>): Promise<void> {
  return countOrRefuse(count, (milliseconds) => refusal(why, milliseconds));
}

function refusal(why: Why, milliseconds: number): FailureError {
  return new FailureError({ code: "room-rate-limited", why, retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

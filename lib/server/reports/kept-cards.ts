import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { RateLimiterRes } from "rate-limiter-flexible";
import { type CountRate, countInMemory, type Rate } from "#lib/server/store/counts.ts";
import { countPlaces, type Places } from "#lib/server/store/places.ts";

export interface CardBounds {
  /** The most bytes of all kept pictures together. */
  readonly bytes: number;
  /** The most pictures that wait to be drawn. No network may take more than half. */
  readonly waiting: Places;
  /** Pictures drawn for one network. */
  readonly rate: Rate;
}

export const defaultCards: CardBounds = {
  bytes: 8 * 1024 * 1024,
  waiting: { all: 32, each: 16 },
  rate: { points: 60, duration: 60 },
};

/** After a drawing, nothing is drawn for this many times as long. */
const restShare = 2;

/**
 * Pictures by their texts: each is drawn once while it is kept. Drawing one blocks the server for a tenth of a second,
 * so only one is drawn at a time, with rests in which other requests are served, so that no one can keep the server
 * drawing.
 */
export class KeptCards {
  readonly #drawn: LRUCache<string, Uint8Array<ArrayBuffer>>;
  readonly #drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  readonly #waiting: ReturnType<typeof countPlaces>;
  readonly #rate: ReturnType<CountRate>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(bounds = defaultCards, countRate: CountRate = countInMemory) {
    this.#drawn = new LRUCache({
      maxSize: bounds.bytes,
      sizeCalculation: (picture, words) => picture.length + words.length + 200,
    });
    this.#waiting = countPlaces(bounds.waiting);
    this.#rate = countRate("report-cards", bounds.rate);
  }

  /** The picture of these texts; `undefined` where the network has used up its drawings for now. */
  async ask(
    words: string,
    network: string,
    draw: () => Promise<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const known = this.#drawn.get(words) ?? this.#drawing.get(words);
    if (known !== undefined) return known;
    const leave = this.#waiting.take(network);
    if (!leave) return undefined;
    try {
      await this.#rate.consume(network);
      return await (this.#drawing.get(words) ?? this.#draw(words, draw));
    } catch (caught) {
      if (caught instanceof RateLimiterRes) return undefined;
      throw caught;
    } finally {
      leave();
    }
  }

  #draw(words: string, draw: () => Promise<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    let start = 0;
    const drawing = this.#last
      .then(() => {
        start = performance.now();
        return draw();
      })
      .then((bytes) => {
        const picture = new Uint8Array(bytes);
        this.#drawn.set(words, picture);
        return picture;
      })
      .finally(() => this.#drawing.delete(words));
    this.#drawing.set(words, drawing);
    // The next drawing waits for this one, even where it fails.
    this.#last = drawing.catch(() => undefined).then(() => wait(restShare * (performance.now() - start)));
    return drawing;
  }
}

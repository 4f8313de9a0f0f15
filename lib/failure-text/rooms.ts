import type { RoomFailure } from "#lib/failure.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { spacedCode } from "#lib/room/room-code.ts";
import { clause, type Texts } from "./words.ts";

const resultsSafe = "Your lesson continues here, and what you passed is kept in this browser.";

/** By what was done too often: what happened, and what may be gone on with. */
const tooOften = {
  guesses: "Too many wrong room codes came from your network.",
  openings: "Too many rooms were opened from your network.",
  joins: "Too many people on your network joined rooms within a minute.",
  requests: "Too many requests about rooms came from your network or this page.",
  streams: "Too many pages on your network follow rooms at once.",
} as const;

export const roomTexts: Texts<RoomFailure> = {
  "room-missing": ({ room }) => ({
    title: "No such room",
    what: `There is no room ${spacedCode(room)}: the code is wrong, the room is over twelve hours old, or the server restarted.`,
    safe: resultsSafe,
    next: "Check the code. After a restart a room comes back by itself while its teacher’s page is open.",
  }),
  "room-closed": ({ room }) => ({
    title: "The room is closed",
    what: `The teacher has closed room ${spacedCode(room)}, and the server has deleted its data.`,
    safe: resultsSafe,
    next: "Continue on your own, or hand in a progress link.",
  }),
  "room-removed": ({ room }) => ({
    title: "You were removed from the room",
    what: `The teacher removed you from room ${spacedCode(room)}.`,
    safe: resultsSafe,
    next: "Continue on your own, or join again with the code and the nickname your class knows.",
  }),
  "room-other": ({ room }) => ({
    title: "The code is taken",
    what: `The server lost room ${spacedCode(room)}, and another room now has its code.`,
    safe: "Learners' results are kept in their browsers.",
    next: "Open a new room and give its code to your class.",
  }),
  "room-locked": ({ room }) => ({
    title: "The room is locked",
    what: `The teacher has locked room ${spacedCode(room)}, so nobody new can join just now.`,
    safe: resultsSafe,
    next: "Ask your teacher to unlock it, then try again. Anyone who was in it can return in the same browser.",
  }),
  "room-full": ({ room, limit }) => ({
    title: "The room is full",
    what: `Room ${spacedCode(room)} is at its limit of ${formatCount(limit)} learners.`,
    safe: resultsSafe,
    next: "Do the lesson without the room, and hand in a progress link.",
  }),
  "rooms-off": () => ({
    title: "No rooms here",
    what: "This server offers no live rooms.",
    safe: resultsSafe,
    next: "Hand in progress links, which need no server.",
  }),
  "rooms-full": () => ({
    title: "The server is full",
    what: "This server has no space for another room.",
    safe: resultsSafe,
    next: "Try again later, or use progress links, which need no server.",
  }),
  "room-rate-limited": ({ why, retryAfter }) => ({
    title: "Too many attempts",
    what: tooOften[why],
    safe: resultsSafe,
    next: `Try again in ${retryAfter > 90 ? plural(Math.ceil(retryAfter / 60), "minute") : plural(retryAfter, "second")}.`,
  }),
  "room-refused": ({ reason }) => ({
    title: "Refused by the server",
    what: `The server refused what this page sent, because ${clause(reason)}.`,
    safe: resultsSafe,
    next: "Reload the page. If that does not help, tell whoever runs this site.",
  }),
  "room-unreachable": () => ({
    title: "The room cannot be reached",
    what: "The room’s server cannot be reached right now.",
    safe: resultsSafe,
    next: "Check that you are online, then try again.",
  }),
};

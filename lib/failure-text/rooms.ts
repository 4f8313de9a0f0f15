import type { RoomFailure } from "#lib/failure.ts";
import { formatCount } from "#lib/format-count.ts";
import { clause, type Texts } from "./words.ts";

const resultsSafe = "Your lesson goes on here, and all that you have passed is kept in this browser.";

/** By what was done too often: what happened, and what may be gone on with. */
const tooOften = {
  guesses: "Too many codes that belong to no room came from your network.",
  openings: "Too many rooms were opened from your network.",
  joins: "Too many joined this room or others from your network within a minute.",
  requests: "Too many requests about rooms came from your network or this page.",
  streams: "Too many pages of your network follow rooms of this server at once.",
} as const;

export const roomTexts: Texts<RoomFailure> = {
  "room-missing": ({ room }) => ({
    title: "No such room",
    what: `There is no room ${room}: its code is another one, twelve hours have passed since it was opened, or the server was started anew.`,
    safe: resultsSafe,
    next: "Compare the code with the one on the board. A room that a restart has lost comes back by itself while its teacher’s page is open.",
  }),
  "room-closed": ({ room }) => ({
    title: "The room is closed",
    what: `The teacher has closed room ${room}, and the server has forgotten what was in it.`,
    safe: resultsSafe,
    next: "Go on by yourself, or hand over a progress link.",
  }),
  "room-removed": ({ room }) => ({
    title: "You are out of the room",
    what: `The teacher has taken you out of room ${room}.`,
    safe: resultsSafe,
    next: "Go on by yourself, or join again with the room’s code, with the nickname that your class knows.",
  }),
  "room-other": ({ room }) => ({
    title: "The code is taken",
    what: `The server has lost room ${room}, and another room has its code by now.`,
    safe: "What learners have passed is kept in their browsers.",
    next: "Open a new room and give its code to your class.",
  }),
  "room-locked": ({ room }) => ({
    title: "The room is locked",
    what: `The teacher has locked room ${room}, so nobody new can join just now.`,
    safe: resultsSafe,
    next: "Ask your teacher to unlock it, and try again. Who was in it gets back with the browser they joined with.",
  }),
  "room-full": ({ room, limit }) => ({
    title: "The room is full",
    what: `Room ${room} has the ${formatCount(limit)} learners that it takes.`,
    safe: resultsSafe,
    next: "Do the lesson without the room, and hand over a progress link.",
  }),
  "rooms-off": () => ({
    title: "No rooms here",
    what: "This server offers no live rooms.",
    safe: resultsSafe,
    next: "Hand over progress links, which need no server.",
  }),
  "rooms-full": () => ({
    title: "The server is full",
    what: "This server has as many rooms as it takes, or no memory for more.",
    safe: resultsSafe,
    next: "Try again later, or use progress links, which need no server.",
  }),
  "room-rate-limited": ({ why, retryAfter }) => ({
    title: "Too often",
    what: tooOften[why],
    safe: resultsSafe,
    next: `Try again in ${retryAfter > 90 ? `${Math.ceil(retryAfter / 60)} minutes` : `${retryAfter} seconds`}.`,
  }),
  "room-refused": ({ reason }) => ({
    title: "Not taken",
    what: `The server did not take what this page sent to it, because ${clause(reason)}.`,
    safe: resultsSafe,
    next: "Load the page again; if that does not help, tell whoever runs this site.",
  }),
  "room-unreachable": () => ({
    title: "The room cannot be reached",
    what: "The room’s server cannot be reached just now.",
    safe: resultsSafe,
    next: "This page tries again by itself, and then sends all that you have passed meanwhile.",
  }),
};

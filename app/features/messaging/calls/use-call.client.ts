import { useEffect, useState, useSyncExternalStore } from "react";
import { call } from "#app/live/client.ts";
import { live } from "#app/live/live.client.ts";
import { takeAnswer } from "./call-answer.client.ts";
import { CallEngine } from "./call-engine.client.ts";
import type { Call } from "./call-frames.client.ts";
import { memory } from "./call-memory.client.ts";
import { BEGINNING } from "./call-state.client.ts";
import { browserMedia } from "./media.client.ts";
import { isWeak } from "./quality.client.ts";

/** In ms between two looks at the connection. */
const LOOK_EVERY = 5_000;
/** In ms: browsers report one change of the network several times. */
const CHANGED_FOR = 500;

export function useCall({ conversation, found, ringFor }: { conversation: string; found: Call | null; ringFor: number }) {
  // Made in the browser: the server's HTML has nothing to press.
  const [engine, setEngine] = useState<CallEngine | null>(null);
  const state = useSyncExternalStore(engine?.store.subscribe ?? never, engine?.store.getSnapshot ?? nothing, nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's first answer; the engine follows from there.
  useEffect(() => {
    const made = makeEngine(conversation, ringFor);
    setEngine(made);
    const unwatch = live().subscribe(() => {}); // keeps the socket open
    if (found) void made.open(found, found.role === "callee" ? takeAnswer(found.id) : null);
    return () => {
      unwatch();
      made.close();
    };
  }, []);
  useEffect(() => (engine ? watchNetwork(engine) : undefined), [engine]);
  const isRunning = ["ringing", "connecting", "active", "reconnecting"].includes(state.phase);
  useEffect(() => (isRunning ? askBeforeLeaving() : undefined), [isRunning]);
  return { engine, state };
}

function makeEngine(conversation: string, ringFor: number): CallEngine {
  return new CallEngine({
    conversation,
    ringFor,
    api: {
      start: async (input) => (await call("startCall", input, { retries: 1 })).call,
      find: async (id) => (await call("call", { id })).call,
      answer: (input) => call("answerCall", input, { retries: 2 }),
      end: async (id, ending) => (await call("endCall", { id, ending })).call,
      renew: (id, minute) => call("renewCall", { id, minute }),
    },
    live: { listen: (listener) => live().listen(listener), send: (frame) => live().send(frame) },
    media: browserMedia,
    connect: (configuration) => new RTCPeerConnection(configuration),
    memory,
    onBegun: (id) => history.replaceState(history.state, "", `${location.pathname}?call=${id}`),
  });
}

function watchNetwork(engine: CallEngine): () => void {
  const over = new AbortController();
  let soon: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    clearTimeout(soon);
    soon = setTimeout(() => engine.networkChanged(), CHANGED_FOR);
  };
  const { connection } = navigator as Navigator & { connection?: EventTarget };
  addEventListener("online", changed, { signal: over.signal });
  connection?.addEventListener("change", changed, { signal: over.signal });
  const timer = setInterval(async () => {
    const stats = await engine.stats()?.catch(() => null);
    const weak = stats ? isWeak(stats) : false;
    if (weak !== engine.store.state.weak) engine.store.set({ weak });
  }, LOOK_EVERY);
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    over.abort();
  };
}

/** The browser asks in its own words. */
function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

const never = () => () => {};
const nothing = () => BEGINNING;

// What the service worker finds around it: a part of lib.webworker, which cannot be had beside
// lib.dom, and what the builder writes above it. Read by tsc only.

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface WorkerMessage extends WorkerEvent {
  readonly data: { ask: string; exam: string };
  readonly ports: readonly MessagePort[];
}

interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  message: WorkerMessage;
  fetch: WorkerFetch;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void;
}

/** Names the build. */
declare const BUILD: string;

/** What the worker keeps: paths and their digests. */
declare const KEPT: {
  site: string;
  /** Bytes of all of it. */
  size: number;
  /** Whether all of it is kept at the first visit. */
  small: boolean;
  shared: Record<string, string>;
  exams: Record<string, Record<string, string>>;
};

import { inNextTurn } from './timers.js';

/** Milliseconds of work between two turns of the event loop. Writes that the work causes come on top. */
const SLICE_MS = 4;

/** The number of works in a slice, because the promises that they settle take time after the slice. */
const MAX_WORKS = 256;

/** Milliseconds by which a turn may be late before its timer counts as lost. */
const LOST_AFTER_MS = 1_000;

/**
 * Divides work into short slices, between which the event loop handles other events. Work that is added
 * runs in order.
 */
export class TimeSlices {
  #endsAt = 0;
  #works = 0;
  /** When the next turn was requested; `-Infinity` if it wasn't. */
  #watchedAt = -Infinity;
  #waiting: (() => void)[] = [];
  #next = 0;
  readonly #inNextTurn: (callback: () => void) => void;

  /** @param schedule calls a function in the next turn of the event loop */
  constructor(schedule: (callback: () => void) => void = inNextTurn) {
    this.#inNextTurn = schedule;
  }

  /** Whether a work has to wait for the next slice. Counts the work if not; otherwise {@link add} it. */
  get isOver(): boolean {
    if (this.#waiting.length > 0) {
      this.#watch();
      return true;
    }
    const now = performance.now();
    if (this.#isWatching(now)) {
      this.#works += 1;
      return now >= this.#endsAt || this.#works > MAX_WORKS;
    }
    this.#works = 1;
    this.#endsAt = now + SLICE_MS;
    this.#watch();
    return false;
  }

  /** Runs the work in one of the next slices. The work must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work);
    this.#watch();
  }

  /** Runs what waits in the next turn. */
  #watch(): void {
    const now = performance.now();
    if (this.#isWatching(now)) return;
    this.#watchedAt = now;
    this.#inNextTurn(this.#run);
  }

  /** Whether the next turn comes. Some edge runtimes drop a timer together with the request that set it. */
  #isWatching(now: number): boolean {
    return now - this.#watchedAt <= LOST_AFTER_MS;
  }

  readonly #run = (): void => {
    const endsAt = performance.now() + SLICE_MS;
    let works = 0;
    // Works may add others.
    while (this.#next < this.#waiting.length) {
      if (works === MAX_WORKS || performance.now() >= endsAt) break;
      const work = this.#waiting[this.#next];
      this.#next += 1;
      works += 1;
      work?.();
    }
    this.#waiting.splice(0, this.#next);
    this.#next = 0;
    this.#watchedAt = -Infinity;
    if (this.#waiting.length > 0) this.#watch();
  };
}

/**
 * The number of works of a lane that run in a row. Together with {@link MAX_WORKS}, it limits the messages of a
 * slice, which the sockets write when the slice has ended.
 */
const LANE_WORKS = 2;

/** The number of finished works that a lane keeps, because removing each of them would be slow. */
const MAX_FINISHED = 1_024;

/** A work of a lane. It is an object, because a function for each subscription would take memory. */
export interface LaneWork {
  /** Must not throw. */
  run(): void;
}

/**
 * Works that together take one place among the other works, so that 10,000 of them don't delay a work that is
 * added after them.
 */
export class Lane {
  readonly #slices: TimeSlices;
  #waiting: LaneWork[] = [];
  #next = 0;

  constructor(slices: TimeSlices) {
    this.#slices = slices;
  }

  /** Runs the work in one of the next slices, in order. */
  add(work: LaneWork): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) this.#slices.add(this.#run);
  }

  readonly #run = (): void => {
    const end = Math.min(this.#next + LANE_WORKS, this.#waiting.length);
    while (this.#next < end) {
      const work = this.#waiting[this.#next];
      this.#next += 1;
      work?.run();
    }
    if (this.#next < this.#waiting.length) {
      // A lane that is always busy would otherwise keep every work that it has run.
      if (this.#next >= MAX_FINISHED) {
        this.#waiting.splice(0, this.#next);
        this.#next = 0;
      }
      this.#slices.add(this.#run);
      return;
    }
    this.#waiting = [];
    this.#next = 0;
  };
}

/** The slices of the process, which all connections share. */
export const timeSlices: TimeSlices = new TimeSlices();

/** The deliveries of events to the subscribers of channels. */
export const deliveries: Lane = new Lane(timeSlices);

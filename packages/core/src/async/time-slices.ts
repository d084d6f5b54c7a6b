/** Milliseconds of work between two turns of the event loop. Writes that the work causes come on top. */
const SLICE_MS = 4;

/** The number of works in a slice, because the promises that they settle take time after the slice. */
const MAX_WORKS = 256;

/** Some runtimes lack `setImmediate`. A timer, which takes a millisecond longer, replaces it there. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

function inNextTurn(callback: () => void): void {
  if (setImmediate === undefined) setTimeout(callback, 0);
  else setImmediate(callback);
}

/**
 * Divides work into short slices, between which the event loop handles other events. Work that is added
 * runs in order.
 */
export class TimeSlices {
  #endsAt = 0;
  #works = 0;
  #isWatching = false;
  #waiting: (() => void)[] = [];
  #next = 0;

  /** Whether a work has to wait for the next slice. Counts the work if not; otherwise {@link add} it. */
  get isOver(): boolean {
    if (this.#waiting.length > 0) return true;
    const now = performance.now();
    if (this.#isWatching) {
      this.#works += 1;
      return now >= this.#endsAt || this.#works > MAX_WORKS;
    }
    this.#isWatching = true;
    this.#works = 1;
    this.#endsAt = now + SLICE_MS;
    inNextTurn(this.#run);
    return false;
  }

  /** Runs the work in one of the next slices. The work must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#isWatching) return;
    this.#isWatching = true;
    inNextTurn(this.#run);
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
    this.#isWatching = this.#waiting.length > 0;
    if (this.#isWatching) inNextTurn(this.#run);
  };
}

/** The number of works of a lane that run in a row. */
const LANE_WORKS = 8;

/** The number of finished works that a lane keeps, because removing each of them would be slow. */
const MAX_FINISHED = 1_024;

/**
 * Works that together take one place among the other works, so that 10,000 of them don't delay a work that is
 * added after them.
 */
export class Lane {
  readonly #slices: TimeSlices;
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(slices: TimeSlices) {
    this.#slices = slices;
  }

  /** Runs the work in one of the next slices, in order. The work must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) this.#slices.add(this.#run);
  }

  readonly #run = (): void => {
    const end = Math.min(this.#next + LANE_WORKS, this.#waiting.length);
    while (this.#next < end) {
      const work = this.#waiting[this.#next];
      this.#next += 1;
      work?.();
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

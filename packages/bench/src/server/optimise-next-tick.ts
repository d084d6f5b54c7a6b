import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/** Turns of the event loop, so that what V8 has compiled in the background is put into use. */
const TURNS = 50;
const TICKS_PER_TURN = 1_000;
/** In milliseconds. On a busy machine what V8 compiles in the background has taken 20. */
const PATIENCE = 10_000;
/** Of V8's `%GetOptimizationStatus()`: the function has optimised code. */
const IS_OPTIMISED = 1 << 4;

/**
 * Has V8 compile `process.nextTick` before anything else is loaded, in the same state for everybody.
 *
 * In Node 20 that state is luck. What V8 has learned of the objects that `nextTick` makes is lost by a
 * full garbage collection that comes after its first few calls and before it is compiled: from then on
 * each tick, of which a request makes about ten, leaves the compiled code twice, and a small server
 * loses 15 % for as long as the process lives. A server's start has one such collection; whether it
 * finds `nextTick` in that state depends on what else was loaded.
 *
 * @throws Error where V8 does not compile it
 */
export async function optimiseNextTick(): Promise<void> {
  const nextTick: unknown = Reflect.get(process, 'nextTick');
  for (let turn = 0; turn < TURNS; turn += 1) {
    await ticks(TICKS_PER_TURN);
    await new Promise((next) => setImmediate(next));
  }
  // On a busy machine V8 may have put it into its caller first, and then never compiles it by itself;
  // and while it compiles it in the background it ignores who asks for it.
  const deadline = performance.now() + PATIENCE;
  while (!isOptimised(nextTick) && performance.now() < deadline) {
    native('%OptimizeFunctionOnNextCall', nextTick);
    await new Promise<void>((next) => process.nextTick(next));
    await new Promise((next) => setImmediate(next));
  }
  if (!isOptimised(nextTick)) throw new Error('V8 has not compiled process.nextTick');
}

/** Whether V8 has optimised code of the function. */
export function isOptimised(compiled: unknown): boolean {
  return (native('%GetOptimizationStatus', compiled) & IS_OPTIMISED) !== 0;
}

/** What one of V8's own functions gives for this one. They are known only while the flag is on. */
function native(name: string, about: unknown): number {
  setFlagsFromString('--allow-natives-syntax');
  const call = runInThisContext(`(f) => ${name}(f)`) as (f: unknown) => number;
  const given = call(about);
  setFlagsFromString('--no-allow-natives-syntax');
  return given;
}

function ticks(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const tick = (): void => {
      left -= 1;
      if (left === 0) resolve();
      else process.nextTick(tick);
    };
    tick();
  });
}

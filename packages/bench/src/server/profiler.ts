import { type Profiler, Session } from 'node:inspector/promises';

const MICROSECONDS_BETWEEN_SAMPLES = 100;

let session: Session | undefined;

/** The same samples as of `node --cpu-prof`, but without start and warm-up. */
export async function startProfile(): Promise<null> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: MICROSECONDS_BETWEEN_SAMPLES });
  await session.post('Profiler.start');
  return null;
}

/** @throws Error where none was started */
export async function stopProfile(): Promise<Profiler.Profile> {
  if (session === undefined) throw new Error('No profile was started');
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  session = undefined;
  return profile;
}

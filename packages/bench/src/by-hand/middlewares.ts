import { enter, leave } from '../service/around.js';

type Next<Result> = () => Promise<Result>;

async function middleware<Result>(next: Next<Result>): Promise<Result> {
  enter();
  try {
    return await next();
  } finally {
    leave();
  }
}

/** Three of them, one inside the other. */
export function throughMiddlewares<Result>(run: Next<Result>): Promise<Result> {
  return middleware(() => middleware(() => middleware(run)));
}

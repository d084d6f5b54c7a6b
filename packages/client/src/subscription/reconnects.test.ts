import { expect, test } from 'vitest';
import { forceReconnects } from '../../test/force-reconnects.js';
import { connectFeed, streamFeed } from '../../test/serve-feed.js';

const reconnect = { delay: 1, maxDelay: 5 };

test.each([
  ['a WebSocket', connectFeed],
  ['an event stream', streamFeed],
])('reports every gap of a subscription over %s that is cut 50 times', async (_name, connect) => {
  const report = await forceReconnects(50, ({ url }, options) =>
    connect(url, { reconnect }).numbers({}, options),
  );
  expect(report.silentGaps).toEqual([]);
  expect(report.repeated).toEqual([]);
  expect(report.lost).toBeGreaterThan(0);
  expect(report.reportedGaps).toBeGreaterThan(10);
});

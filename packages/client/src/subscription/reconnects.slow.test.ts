import { expect, test } from 'vitest';
import { forceReconnects } from '../../test/force-reconnects.js';
import { connectFeed, streamFeed } from '../../test/serve-feed.js';

test.each([
  ['a WebSocket', connectFeed],
  ['an event stream', streamFeed],
])(
  'reports every gap of a subscription over %s that is cut 1,000 times',
  { timeout: 300_000 },
  async (name, connect) => {
    const report = await forceReconnects(1_000, ({ url }, options) =>
      connect(url, { reconnect: { delay: 1, maxDelay: 5 } }).numbers({}, options),
    );
    console.log(name, JSON.stringify(report));
    expect(report.silentGaps).toEqual([]);
    expect(report.repeated).toEqual([]);
    expect(report.lost).toBeGreaterThan(1_000);
    expect(report.reportedGaps).toBeGreaterThan(200);
  },
);

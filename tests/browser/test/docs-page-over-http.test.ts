import { expect, describe, test } from 'vitest';
import { frameworks } from '../src/servers.js';
import { docsApi } from './docs-api.js';

describe.each(frameworks)('a file of the docs page, served by $name', ({ serve }) => {
  test.each(['/bank/docs', '/bank/docs/', '/bank/docs/explorer.js'])(
    '%s responds to GET, to HEAD, and to a known ETag with 304',
    async (path) => {
      const { origin, close } = await serve(docsApi(), '/bank');
      const whole = await fetch(origin + path);
      const length = (await whole.arrayBuffer()).byteLength;
      const etag = whole.headers.get('etag') ?? '';
      expect(whole.status).toBe(200);
      expect(whole.headers.get('content-length')).toBe(String(length));

      const head = await fetch(origin + path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      }

      const known = await fetch(origin + path, { headers: { 'if-none-match': etag } });
      expect(known.status).toBe(304);
      expect(known.headers.get('etag')).toBe(etag);
      await close();
    },
  );
});

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { run } from '@jsonrpc-kit/test-support/run';

/** An npm registry with our packages only. */
export interface Registry {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Serves the tarballs as a registry does after a release, so that the `npm install` commands of a
 * page find our packages and their dependencies on each other.
 */
export async function serveTarballs(tarballs: Readonly<Record<string, string>>): Promise<Registry> {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const file = files.get(decodeURIComponent(request.url ?? ''));
    // Otherwise npm would use its cache for the next registry on the same port.
    response.writeHead(file ? 200 : 404, { 'cache-control': 'no-store' }).end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = addressOf(server);
  for (const [name, tarball] of Object.entries(tarballs)) {
    const path = `/${basename(tarball)}`;
    const content = readFileSync(tarball);
    files.set(path, content);
    const listing = await listingOf(name, tarball, { tarball: url + path, content });
    files.set(`/${name}`, Buffer.from(JSON.stringify(listing)));
  }
  return { url: `${url}/`, close: () => server.close() };
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the metadata of a package: its versions, each with its package.json. */
async function listingOf(
  name: string,
  file: string,
  { tarball, content }: { readonly tarball: string; readonly content: Buffer },
): Promise<object> {
  const packed = await run('tar', ['-xzOf', file, 'package/package.json'], dirname(file));
  const manifest = JSON.parse(packed) as { readonly version: string };
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  // Yarn names the files of its cache by version and shasum. All tarballs have the same version.
  const shasum = createHash('sha1').update(content).digest('hex');
  return {
    name,
    'dist-tags': { latest: manifest.version },
    // Some package managers install only versions that are at least a day old.
    time: { [manifest.version]: '2026-01-01T00:00:00.000Z' },
    versions: { [manifest.version]: { ...manifest, dist: { tarball, integrity, shasum } } },
  };
}

/** The oldest version of Node that `engines` in package.json allows. */
export const OLDEST_NODE = '20.20.0';

/** Returns why the command can't run on this version of Node, such as `18.20.8`, or undefined if it can. */
export function problemOfNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `jsonrpc-kit needs Node ${oldestMajor}.${oldestMinor} or newer, and this is Node ${version}. Install a newer Node from https://nodejs.org`;
}

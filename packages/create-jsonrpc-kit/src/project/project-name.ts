import { readVersions } from './read-versions.js';

const PATTERN = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_LENGTH = 63;

/**
 * Returns why a name isn't valid, or undefined if it is valid for an npm package, a Docker image and a
 * Worker.
 */
export function problemOfName(name: string): string | undefined {
  if (!PATTERN.test(name) || name.length > MAX_LENGTH) {
    return (
      `"${name}" is not a valid project name. Use up to ${MAX_LENGTH} lowercase letters, digits and ` +
      'single hyphens, and begin with a letter, as in "my-service"'
    );
  }
  if (Object.hasOwn(readVersions(), name)) {
    return `"${name}" is the name of a package that projects depend on. Choose another project name`;
  }
  return undefined;
}

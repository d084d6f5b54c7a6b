/** RFC 9110, section 5.6.2, and RFC 6265, section 4.1.1: what headers and cookies can be named. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

export function isToken(name: string): boolean {
  return TOKEN.test(name);
}

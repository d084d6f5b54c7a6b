// Imported first by every command. All of the commands' files stay within what Node 16 can parse,
// so that an old Node gets to print this line instead of a syntax error.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.version}`);
  process.exit(1);
}

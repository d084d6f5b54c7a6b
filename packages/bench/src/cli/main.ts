/** `npm run bench -- [command] [options]` */
import { coreCommand } from './core-command.js';
import { isMisuse } from './is-misuse.js';
import { listCommand } from './list-command.js';
import { type Options, parseOptions, usage } from './parse-options.js';
import { profileCommand } from './profile-command.js';
import { runCommand } from './run-command.js';

const commands: Readonly<Record<Options['command'], (options: Options) => Promise<void> | void>> = {
  run: runCommand,
  core: coreCommand,
  profile: profileCommand,
  list: listCommand,
  help: () => console.log(usage),
};

try {
  const options = parseOptions(process.argv.slice(2));
  await commands[options.command](options);
} catch (error) {
  if (isMisuse(error)) console.error(`bench: ${error.message}\n\n${usage}`);
  else console.error(error);
  process.exitCode = isMisuse(error) ? 2 : 1;
}

import { type CommandOutput, runCommand, UsageError } from './run-command.js';
import { runDiff } from './run-diff.js';
import { runRule } from './run-rule.js';
import { loadSchemaCommands } from './schema-commands.js';

const HELP = `Usage: jsonrpc-kit <command> [options]

Commands:
  diff <old> <new>   reports which changes of an OpenRPC document break clients
  rule <id>          explains a rule of diff, with an example and how to avoid the change
  openapi <module>   generates the OpenAPI document of an application
  openrpc <module>   generates its OpenRPC document
  snapshot <module>  writes its OpenRPC document to openrpc.json, for later comparisons

The last three need @jsonrpc-kit/schema in the project of the application.
"jsonrpc-kit <command> --help" prints the options of a command.

Exit codes:
  0  success
  1  the command has found something: a breaking change, or a file that is not up to date
  2  the command has failed
`;

/** Runs the command `jsonrpc-kit` and returns its exit code. */
export async function jsonrpcKit(
  args: readonly string[],
  output: CommandOutput,
): Promise<0 | 1 | 2> {
  const [command = '', ...others] = args;
  if (command === 'diff') return runDiff(others, output);
  if (command === 'rule') return runRule(others, output);
  const name = ['openapi', 'openrpc', 'snapshot'].includes(command)
    ? `jsonrpc-kit ${command}`
    : 'jsonrpc-kit';
  return runCommand(name, output, async () => {
    if (command === '--help' || command === '-h') {
      await output.stdout(HELP);
      return 0;
    }
    if (name === 'jsonrpc-kit') {
      const given = command === '' ? '' : `, not "${command}"`;
      throw new UsageError(
        `Expected the command "diff", "rule", "openapi", "openrpc" or "snapshot"${given}`,
      );
    }
    const { runSchemaCommand } = await loadSchemaCommands(others);
    return runSchemaCommand(args, output);
  });
}

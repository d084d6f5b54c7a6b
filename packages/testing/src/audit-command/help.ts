import { profiles } from '../conformance/case/profile.js';
import { targetMethods } from '../conformance/target/target-method.js';

export function help(): string {
  const methods = Object.entries(targetMethods)
    .map(([name, words]) => `  ${name.padEnd(14)}${words}`)
    .join('\n');
  return `jsonrpc-kit-audit <url> [options]

Audits a JSON-RPC 2.0 server, and prints what it does right and wrong. The exit code is 0 where it
breaks no MUST, 1 where it breaks one, 2 where it could not be audited: the URL is wrong, nobody
answers, or every request is refused.

  --profile <name>        ${profiles.join(', ')}; each includes those before it
                          (default: ${profiles[0]})
  --method <name>=<own>   what the server calls one of the methods below; may be repeated
  --without <name>        a method that it lacks; may be repeated
  --header 'name: value'  sent with every request; may be repeated
  --only <id>             runs only this case, or group of cases; may be repeated
  --timeout <ms>          for each case (default: 5000)
  --max-body-bytes <n>    the server's limit, for the profile jsonrpc-kit (default: 1048576)
  --max-batch-size <n>    likewise (default: 1000); in every profile, cases that need a larger batch
                          are skipped
  --no-skips              the exit code is 1 where a case was skipped, too
  --json                  prints the report as JSON
  --help                  prints this

The methods that are called; the cases of a method that is not there are skipped:

${methods}
`;
}

import { AuditTargetError } from '../audit/reach-server.js';
import { describeStop, formatReport } from '../audit/report.js';
import { runAudit } from '../audit/run-audit.js';
import { type AuditArguments, help, parseArguments } from './parse-arguments.js';

/** Writes the output of the command: the report to `out`, and progress and errors to `note`. */
export interface CommandOutput {
  readonly out: (text: string) => unknown;
  readonly note: (text: string) => unknown;
}

/** Runs the command and returns its exit code. */
export async function runCommand(
  args: readonly string[],
  { out, note }: CommandOutput,
): Promise<0 | 1 | 2> {
  const parsed = parseArguments(args);
  if (parsed.kind === 'help') {
    out(help());
    return 0;
  }
  if (parsed.kind === 'invalid') {
    note(`${parsed.message}\nRun "jsonrpc-kit-conformance --help" for usage.\n`);
    return 2;
  }
  try {
    return await audit(parsed, { out, note });
  } catch (error) {
    if (!(error instanceof AuditTargetError)) throw error;
    note(`${error.message}\n`);
    return 2;
  }
}

async function audit(
  { url, options, asJson, allowsSkips }: AuditArguments,
  { out, note }: CommandOutput,
): Promise<0 | 1 | 2> {
  const { profile = 'json-rpc-2.0' } = options;
  note(`Auditing ${url} against the profile ${profile}…\n`);
  const report = await runAudit(url, options);
  if (report.counts.skipped > 0) note('Some cases were skipped. See --method\n');
  out(`${asJson ? JSON.stringify(report, undefined, 2) : formatReport(report)}\n`);
  if (report.stopped !== undefined) {
    note(`${describeStop(report.stopped)}\n`);
    return 2;
  }
  const hasForbiddenSkips = !allowsSkips && report.counts.skipped > 0;
  if (hasForbiddenSkips) note('Cases were skipped, and --no-skips is set\n');
  return report.passed && !hasForbiddenSkips ? 0 : 1;
}

import { runCommand } from './run-command.mjs';
import { rootScript } from './workspace.mjs';

/**
 * One step of a command: a root script, announced before and summed up after.
 *
 * @param {{ number: number, total: number, title: string, script: string, args?: string }} step
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runStep({ number, total, title, script, args = '' }) {
  const label = `[${number}/${total}] ${title}`;
  const commandLine = `${rootScript(script)} ${args}`.trim();

  console.log(`\n${label}: ${commandLine}`);
  const { ok, seconds, how } = await runCommand(commandLine);
  if (ok) {
    console.log(`${label}: done in ${seconds} s`);
  } else {
    console.error(
      `${label}: FAILED after ${seconds} s (${how}). Only this step: npm run ${script}`,
    );
  }
  return ok;
}

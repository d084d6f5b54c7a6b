#!/usr/bin/env node
import { runCommand } from './command/run-command.js';

process.exitCode = await runCommand(process.argv.slice(2), {
  folder: process.cwd(),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  userAgent: process.env['npm_config_user_agent'],
});

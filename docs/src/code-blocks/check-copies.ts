import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PagePlan } from './page-plan.js';
import type { Problem } from './problem.js';

/** Compares the blocks that show files of the repository with these files. */
export function checkCopies({ page, copies }: PagePlan, repository: string): readonly Problem[] {
  return copies.flatMap(({ path, fence: { code, line } }) => {
    const file = join(repository, path);
    if (!existsSync(file)) return { page, line, message: `${path} doesn't exist` };
    const isEqual = readFileSync(file, 'utf8') === code;
    return isEqual ? [] : { page, line, message: `differs from ${path}. Copy the file again` };
  });
}

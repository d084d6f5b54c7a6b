import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const skills = readdirSync(packages).flatMap((name) => {
  const folder = join(packages, name, 'skills');
  return existsSync(folder) ? readdirSync(folder).map((skill) => ({ name, skill, folder })) : [];
});

test.each(skills)('the skill $skill is packed and has a description', ({ name, skill, folder }) => {
  const { files } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  expect(files).toContain('skills');
  const text = readFileSync(join(folder, skill, 'SKILL.md'), 'utf8');
  // Agents load a skill by its name and description, of at most 64 and 1,024 characters.
  expect(skill).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(text).toMatch(new RegExp(`^---\nname: ${skill}\ndescription: .{40,1024}\n---\n`));
});

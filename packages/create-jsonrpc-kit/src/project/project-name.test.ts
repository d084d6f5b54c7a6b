import { expect, test } from 'vitest';
import { problemOfName } from './project-name.js';

test.each(['shop', 'my-service', 'v2', 'a'.repeat(63)])('%s is a valid project name', (name) => {
  expect(problemOfName(name)).toBeUndefined();
});

test.each(['', 'My App', 'my_app', '-shop', 'shop-', 'a--b', '2shop', '@me/shop', 'a'.repeat(64)])(
  'rejects %j as a project name',
  (name) => {
    expect(problemOfName(name)).toBe(
      `"${name}" is not a valid project name. Use up to 63 lowercase letters, digits and single ` +
        'hyphens, and begin with a letter, as in "my-service"',
    );
  },
);

test('rejects the name of a dependency as a project name', () => {
  expect(problemOfName('hono')).toBe(
    '"hono" is the name of a package that projects depend on. Choose another project name',
  );
});

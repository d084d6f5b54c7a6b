import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

const setup: ViteUserConfig = { test: { globalSetup: 'test/global-setup.ts' } };

export default mergeConfig(packageTests(), setup);

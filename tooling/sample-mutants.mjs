import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/**
 * Lets Stryker plant only some of the mistakes, which the seed chooses. Stryker's own option `mutate` chooses
 * ranges, and a range contains several mistakes.
 *
 * @param {number} count
 * @param {string} seed
 */
export function sampleMutants(count, seed) {
  // oxlint-disable-next-line typescript/unbound-method -- is called with its `this`
  const { instrument } = Instrumenter.prototype;
  /** @param {import('@stryker-mutator/instrumenter').InstrumentResult['mutants'][number]} mutant */
  const rank = ({ fileName, location, mutatorName, replacement }) =>
    createHash('sha256')
      .update(JSON.stringify([seed, relative('.', fileName), location, mutatorName, replacement]))
      .digest('hex');
  Instrumenter.prototype.instrument = async function instrumentSample(files, ...options) {
    const { mutants } = await instrument.call(this, files, ...options);
    const sample = mutants.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
    console.log(`Planting ${sample.length} of ${mutants.length} mistakes, with seed ${seed}`);
    // The tests run faster with fewer mutants in the sources.
    const narrowedFiles = files.map((file) => {
      const inFile = sample.filter(({ fileName }) => fileName === file.name);
      return { ...file, mutate: inFile.map(({ location }) => location) };
    });
    const narrowed = await instrument.call(this, narrowedFiles, ...options);
    const ranks = new Set(sample.map(rank));
    return { ...narrowed, mutants: narrowed.mutants.filter((mutant) => ranks.has(rank(mutant))) };
  };
}

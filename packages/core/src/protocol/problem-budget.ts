import { MAX_PROBLEMS_PER_CALL, MORE_PROBLEMS, type Problem } from './problem.js';

const MAX_PROBLEMS_PER_RESPONSE = 1_000;
const MAX_WORK_PER_RESPONSE = 100_000;

/** How much of what is wrong with one HTTP request is still looked for and reported. */
export class ProblemBudget {
  #problems = MAX_PROBLEMS_PER_RESPONSE;
  #work = MAX_WORK_PER_RESPONSE;

  /**
   * Returns the problems that one call reports: at most 100, and 1,000 over all calls. Where there
   * are more, {@link MORE_PROBLEMS} is the last entry. Pulls no more problems than it needs.
   */
  report(found: Iterable<Problem>): readonly Problem[] {
    const max = Math.min(MAX_PROBLEMS_PER_CALL, this.#problems);
    const problems: Problem[] = [];
    let mayHaveMore = false;
    for (const problem of found) {
      if (problem === MORE_PROBLEMS) {
        mayHaveMore = true;
        continue;
      }
      if (problems.length >= max) {
        mayHaveMore = true;
        break;
      }
      problems.push(problem);
    }
    this.#problems -= problems.length;
    return mayHaveMore ? [...problems, MORE_PROBLEMS] : problems;
  }

  /** Pays for a schema library's work on a wrong value; false once nothing is left. */
  spend(work: number): boolean {
    if (this.#work <= 0) return false;
    this.#work -= work;
    return true;
  }
}

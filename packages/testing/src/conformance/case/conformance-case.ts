import type { Expectation } from '../expectation/expectation.js';
import type { Answer } from '../target/answer.js';
import type { Conversation, RawPart } from '../target/conversation.js';
import type { SentRequest } from '../target/sent-request.js';
import type { MethodNames, TargetMethod } from '../target/target-method.js';
import type { Profile } from './profile.js';

/**
 * `MUST`: the clause obliges the server by that word, or shows this very exchange. `SHOULD`: the
 * clause says so, or it follows from a definition without being demanded.
 */
export type Level = 'MUST' | 'SHOULD';

/** One rule, and how to see whether a server keeps it. */
export interface ConformanceCase {
  /** Stable: it names the rule in reports, and is not used again for another one. */
  readonly id: string;
  /** The narrowest profile that it belongs to. */
  readonly profile: Profile;
  /** Whether breaking it is a failure or a warning. */
  readonly level: Level;
  /** The rule in words. */
  readonly title: string;
  /** Where the rule stands. */
  readonly clause: string;
  /** Methods without which it can't be run. */
  readonly needs: readonly TargetMethod[];
  /** How many requests its largest batch has: a server of a lower limit can't be held to it. */
  readonly needsBatchOf: number;
  /** Whether it looks below HTTP's meaning, at the connection, so that it needs a URL. */
  readonly overSocket: boolean;
  /** It passes when all of them do. */
  readonly attempts: (settings: CaseSettings) => readonly Attempt[];
}

/** What a case has to know of the server. */
export interface CaseSettings {
  /** What the server calls the methods. */
  readonly methods: MethodNames;
  /** The server's limit. */
  readonly maxBodyBytes: number;
  /** The server's limit. */
  readonly maxBatchSize: number;
}

/** Something that is sent, and what is expected to come back. */
export type Attempt =
  | {
      readonly kind: 'request';
      readonly request: SentRequest;
      readonly expected: Expectation<Answer>;
    }
  | {
      readonly kind: 'conversation';
      readonly parts: readonly RawPart[];
      readonly expected: Expectation<Conversation>;
    };

/** A case as it is written down. */
export type CaseDefinition = Omit<ConformanceCase, 'profile' | OptionalMember> &
  Partial<Pick<ConformanceCase, OptionalMember>>;

type OptionalMember = 'needs' | 'needsBatchOf' | 'overSocket';

export function defineCases(
  profile: Profile,
  definitions: readonly CaseDefinition[],
): readonly ConformanceCase[] {
  return definitions.map((definition) => ({
    needs: [],
    needsBatchOf: 1,
    overSocket: false,
    ...definition,
    profile,
  }));
}

export function attempt(request: SentRequest, expected: Expectation<Answer>): Attempt {
  return { kind: 'request', request, expected };
}

export function conversation(
  parts: readonly RawPart[],
  expected: Expectation<Conversation>,
): Attempt {
  return { kind: 'conversation', parts, expected };
}

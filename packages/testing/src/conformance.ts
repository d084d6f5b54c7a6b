/**
 * What JSON-RPC 2.0 over HTTP demands of a server, as a list of cases, and the audit that runs them
 * against any server.
 *
 * @module
 */
export type { AuditOptions } from './conformance/audit/audit-options.js';
export type { AuditReport, CaseResult, CaseStatus } from './conformance/audit/audit-report.js';
export { AuditTargetError } from './conformance/audit/audit-target-error.js';
export { formatReport } from './conformance/audit/format-report.js';
export { runAudit } from './conformance/audit/run-audit.js';
export type {
  Attempt,
  CaseSettings,
  ConformanceCase,
  Level,
} from './conformance/case/conformance-case.js';
export { type Profile, profiles } from './conformance/case/profile.js';
export { casesOf, conformanceCases } from './conformance/cases/conformance-cases.js';
export type { Expectation } from './conformance/expectation/expectation.js';
export type { Answer } from './conformance/target/answer.js';
export type { FetchFunction } from './conformance/target/audit-target.js';
export type { Conversation, RawPart } from './conformance/target/conversation.js';
export type { SentRequest } from './conformance/target/sent-request.js';
export {
  type MethodNames,
  type TargetMethod,
  targetMethods,
} from './conformance/target/target-method.js';

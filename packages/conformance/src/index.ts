/**
 * Audits JSON-RPC 2.0 servers over HTTP: the rules of the specification as a list of cases, and the
 * function that runs them against a server.
 *
 * @module
 */
export { AuditTargetError } from './audit/reach-server.js';
export { type AuditReport, type CaseResult, formatReport } from './audit/report.js';
export { type AuditOptions, runAudit } from './audit/run-audit.js';
export { latestRevision, revisions } from './cases/case-revisions.js';
export {
  type CaseRequest,
  type ConformanceCase,
  type ConnectionAttempt,
  type Exchange,
  type Profile,
  profiles,
  type RequestAttempt,
} from './cases/conformance-case.js';
export { casesOf, conformanceCases } from './cases/conformance-cases.js';
export { type TargetMethod, targetMethods } from './cases/target-methods.js';
export type { Expectation, ResponseRule } from './expectations/expectation.js';
export type { ResponseExpectation } from './expectations/response-expectation.js';

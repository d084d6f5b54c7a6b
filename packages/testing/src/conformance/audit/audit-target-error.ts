/** There is nothing to audit: the URL is none, or nobody answers there. */
export class AuditTargetError extends Error {
  override readonly name = 'AuditTargetError';
}

/** There is nothing to audit: the URL is none, or nobody answers there. */
export class AuditTargetError extends Error {
  /** For logs. */
  override readonly name = 'AuditTargetError';
}

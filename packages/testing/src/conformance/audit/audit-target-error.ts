/** There is nothing to audit: the URL is none, nobody answers there, or all is refused there. */
export class AuditTargetError extends Error {
  /** For logs. */
  override readonly name = 'AuditTargetError';
}

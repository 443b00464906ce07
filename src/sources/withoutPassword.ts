/** Names that come from other tools may be whole addresses. */

/** Without what stands before the host, which may be a password. */
export function withoutPassword(text: string): string {
  return text.includes('@') ? text.replace(/:\/\/.*@/g, '://') : text;
}

/** An answer that is a file instead of JSON, sent unchanged. */
import { z } from 'zod';

export const FileAnswer = z.strictObject({
  /** With its character set. */
  contentType: z.string(),
  fileName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  content: z.string(),
  /** Headers to send with it. */
  headers: z.record(z.string(), z.string()),
});
export type FileAnswer = z.infer<typeof FileAnswer>;

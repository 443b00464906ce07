/** An answer that is a file and not JSON; the door sends its content as it is. */
import { z } from 'zod';

export const FileAnswer = z.strictObject({
  /** With its character set. */
  contentType: z.string(),
  fileName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  content: z.string(),
  /** What the door says beside it. */
  headers: z.record(z.string(), z.string()),
});
export type FileAnswer = z.infer<typeof FileAnswer>;

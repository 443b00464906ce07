/** Why the operating system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ELOOP: 'its symbolic links lead in a circle',
    ENOTDIR: 'a part of its path is not a directory',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EADDRINUSE: 'something else listens there already',
    EADDRNOTAVAIL: 'this machine has no such address',
  };
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

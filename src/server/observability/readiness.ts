/** Whether this process can do its work: the database answers. */
import { database } from '../db';

const PATIENCE_MS = 3_000;

/** Null when ready, otherwise a sentence without any detail of the installation. */
export async function whyNotReady(): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'The database does not answer in time.');
  });
  const asked = database()
    .pool.query('select 1')
    .then(
      () => null,
      () => 'The database does not answer.',
    );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

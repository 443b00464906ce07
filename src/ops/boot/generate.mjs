/** `npm run db:generate`: the packages and the Prisma client, nothing else. */
import { isNodeNewEnough } from './nodeVersion.mjs';

if (isNodeNewEnough())
  import('./prepare.mjs')
    .then(({ prepare }) => prepare())
    .catch((error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });

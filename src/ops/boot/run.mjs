/** `node src/ops/boot/run.mjs NAME …` prepares whatever is missing, then runs src/ops/commands/NAME.ts with the remaining arguments. */
import { isNodeNewEnough } from './nodeVersion.mjs';

if (isNodeNewEnough()) {
  const name = process.argv[2];
  process.argv.splice(2, 1);
  // React and Next read this when they are loaded.
  if (name === 'start') process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production';
  void import('./prepare.mjs').then(({ runCommand }) =>
    runCommand(name, { needsDevelopment: ['test', 'testCitus', 'fuzz', 'bench', 'soak', 'newMigration', 'release'].includes(name) }),
  );
}

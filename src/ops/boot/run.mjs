/** `node src/ops/boot/run.mjs NAME …` runs src/ops/commands/NAME.ts with the arguments behind it, after preparing whatever is missing. */
import { isNodeNewEnough } from './nodeVersion.mjs';

if (isNodeNewEnough()) {
  const name = process.argv[2];
  process.argv.splice(2, 1);
  import('./prepare.mjs').then(({ runCommand }) => runCommand(name, { needsDevelopment: name === 'test' }));
}

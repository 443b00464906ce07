/** `npm run admin -- …`, as a process. */
import { adminCommand } from '@/ops/adminCommand';

// The schema engine leaves a timer of ten seconds behind, for which an administrative command should not wait.
process.exit(await adminCommand(process.argv.slice(2), process));

/** Before all journeys: a started server, told to the workers by environment. After them it is stopped. */
import { startServer } from './server';

export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.FAULTLINE_E2E_ADDRESS = server.address;
  process.env.FAULTLINE_E2E_DATA = server.dataDirectory;
  process.env.FAULTLINE_E2E_DEMO = JSON.stringify(server.demo);
  return () => server.stop();
}

/** Starts a server before all journeys, passes it to the workers in the environment, and stops it after them. */
import { startServer } from './server';

export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.FAULTLINE_E2E_ADDRESS = server.address;
  process.env.FAULTLINE_E2E_DATA = server.dataDirectory;
  process.env.FAULTLINE_E2E_DEMO = JSON.stringify(server.demo);
  return () => server.stop();
}

/** Checks first of all whether Node is new enough. Written so that an old Node can read it too. */

export function isNodeNewEnough() {
  // eslint-disable-next-line no-var -- An old Node reads this too.
  var parts = process.versions.node.split('.').map(Number);
  if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) return true;
  console.error(
    'Faultline needs Node 20.19 or newer; this is Node ' +
      process.versions.node +
      '. Get a newer one from https://nodejs.org and try again.',
  );
  process.exitCode = 1;
  return false;
}

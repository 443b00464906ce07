/** A request about an account or a session. Null if the server cannot be reached. */
export async function authRequest(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(`/api/auth${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    return null;
  }
}
